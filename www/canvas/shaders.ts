// GLSL shaders for a cloth, the obstacles below it and the ground.

/** Numbers of cells of a ball and of a box around the axis and from pole to pole. */
export const BODY = { ball: [44, 23], box: [12, 7] };

/** Shapes, each drawn as a grid. */
export const SHAPES = { cloth: 0, ball: 1, box: 2, ground: 3 };

/** Offsets of the numbers in the uniform block Frame. */
export const FRAME = {
  view: 0,
  sun: 16,
  toEye: 32,
  light: 36,
  halfway: 40,
  front: 44,
  lining: 48,
  yarn: 52,
  stone: 56,
  wire: 60,
  earth: 64,
  line: 68,
  bands: 72,
  reach: 92,
  dusk: 93,
  wires: 94,
  length: 96,
};

/** Distance between two lines on the ground, in m. */
export const GRID = 0.5;

/** Woven bands of a second yarn, in m: from one to the next, and their width. */
const BAND = { period: 0.25, width: 0.125 };

/** Heading of every shader: constants of the program and the uniform block. */
export const heading = (constants: Record<string, number | boolean>) => `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
${Object.entries(constants)
  .map(([name, value]) => `const ${typeof value === "number" ? "int" : "bool"} ${name} = ${value};`)
  .join("\n")}
layout(std140) uniform Frame {
  mat4 view;
  mat4 sun; // from metres to the shadow map, −1 to 1
  vec4 toEye; // direction to the eye
  vec4 light; // direction to the sun
  vec4 halfway; // unit vector halfway between the two
  vec4 front, lining, yarn, stone, wire; // colours in linear light
  vec4 earth; // colour and opacity of the ground
  vec4 line; // colour and opacity of the lines on it
  vec4 bands[5]; // colours of strains, each with its largest strain
  float reach; // depth of the scene in front of and behind its middle, in m
  float dusk; // opacity of a shadow on the ground
  float wires; // width of threads, in px of the WebGL canvas
};
`;

/** Torn cells of a cloth: `whole` is true for the others. */
const HOLES = `
uniform sampler2D holes; // 1 for each torn cell
bool whole(vec2 place) {
  return texelFetch(holes, clamp(ivec2(floor(place)), ivec2(0), textureSize(holes, 0) - 1), 0).x == 0.0;
}`;

/**
 * Computes positions and normals. Vertices have no attributes: a cloth reads its masses from a
 * texture, a body follows from its size.
 */
export const VERTEX = `${HOLES}
uniform int columns;
uniform sampler2D masses; // x y z in m, row by row, several texels for each cell of the cloth
uniform vec2 spacing; // rest lengths along a row and between rows, in m
uniform vec3 centre; // of a body, or the point of the ground in the middle of the picture
uniform vec3 size; // half of the edges
uniform float edge; // radius of the edges
uniform vec3 up; // normal of the ground
uniform float back; // shift of a body to the back, in clip space
centroid out vec3 at; // centroid: within the triangle also at its edges
centroid out vec3 normal;
centroid out vec3 shade; // place in the shadow map, −1 to 1, and depth in it in m
out vec2 thread; // column and row; on the ground, place in cells of its grid
centroid out vec2 cell; // column and row, sampled within the triangle
out vec2 strain; // along rows and columns
centroid out float hollow; // concavity of the cloth seen from its front

vec3 mass(int column, int row) {
  return texelFetch(masses, ivec2(column, row), 0).xyz;
}

// True if there is cloth between two neighbours.
bool joined(ivec2 a, ivec2 b) {
  vec2 middle = 0.5 * vec2(a + b) / float(fine);
  vec2 aside = 0.1 * vec2((b - a).yx) / float(fine);
  return whole(middle + aside) || whole(middle - aside);
}

void cloth(ivec2 place) {
  ivec2 last = textureSize(masses, 0) - 1;
  place = min(place * stride, last);
  ivec2 low = max(place - stride, 0);
  ivec2 high = min(place + stride, last);
  if (torn) {
    if (!joined(place, ivec2(low.x, place.y))) low.x = place.x;
    if (!joined(place, ivec2(place.x, low.y))) low.y = place.y;
    if (!joined(place, ivec2(high.x, place.y))) high.x = place.x;
    if (!joined(place, ivec2(place.x, high.y))) high.y = place.y;
  }
  at = mass(place.x, place.y);
  vec3 left = mass(low.x, place.y);
  vec3 right = mass(high.x, place.y);
  vec3 above = mass(place.x, low.y);
  vec3 below = mass(place.x, high.y);
  vec3 across = cross(below - above, right - left);
  normal = across / max(length(across), 1e-12);
  thread = cell = vec2(place) / float(fine);
  vec2 lengths = vec2(distance(left, at) + distance(at, right), distance(above, at) + distance(at, below));
  strain = lengths * float(fine) / (spacing * vec2(max(high - low, 1))) - 1.0;
  vec3 bend = left + right + above + below - 4.0 * at;
  float cells = float(stride) / float(fine);
  bool inner = high - low == ivec2(2 * stride);
  hollow = inner ? dot(bend, normal) / (cells * cells * (spacing.x + spacing.y)) : 0.0;
}

vec3 direction(vec2 angles) {
  return vec3(sin(angles.y) * cos(angles.x), cos(angles.y), sin(angles.y) * sin(angles.x));
}

// Eight parts of a ball, moved apart to the corners of a box; each has three points along a
// quarter.
void box(ivec2 place) {
  ivec2 part = (place - ivec2(0, 1)) / 3;
  vec2 within = 0.5 * vec2((place - ivec2(0, 1)) % 3);
  normal = direction(1.5707963 * (vec2(part) + within));
  vec3 middle = sign(direction(1.5707963 * (vec2(part) + 0.5)));
  if (place.y == 0 || place.y == ${BODY.box[1]}) normal = middle = vec3(0, place.y == 0 ? 1 : -1, 0);
  at = centre + middle * (size - edge) + edge * normal;
}

void ball(ivec2 place) {
  normal = direction(vec2(place) * vec2(${(2 * Math.PI) / BODY.ball[0]}, ${Math.PI / BODY.ball[1]}));
  at = centre + size * normal;
}

void ground(vec2 corner) {
  normal = up;
  vec3 across = normalize(abs(up.x) < 0.9 ? vec3(0, up.z, -up.y) : vec3(-up.z, 0, up.x));
  vec3 along = cross(up, across);
  at = centre + size.x * (corner.x * across + corner.y * along);
  thread = vec2(dot(at, across), dot(at, along)) / ${GRID.toFixed(1)};
}

void main() {
  ivec2 place = ivec2(gl_VertexID % columns, gl_VertexID / columns);
  thread = cell = strain = vec2(0);
  hollow = 0.0;
  if (shape == ${SHAPES.cloth}) cloth(place);
  else if (shape == ${SHAPES.ball}) ball(place);
  else if (shape == ${SHAPES.box}) box(place);
  else ground(2.0 * vec2(place) - 1.0);
  shade = (sun * vec4(at, 1)).xyz * vec3(1, 1, reach);
  gl_Position = (casting ? sun : view) * vec4(at, 1);
  gl_Position.z += back;
}`;

/** Writes the depth seen from the sun, in m, and its square: both can be averaged. */
export const CAST = `${HOLES}
centroid in vec3 shade;
centroid in vec2 cell;
out vec2 moments;
void main() {
  moments = vec2(shade.z, shade.z * shade.z);
  if (torn && !whole(cell)) discard;
}`;

/** A triangle that covers the whole picture. */
export const WHOLE = `
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1);
}`;

/** Blurs along one axis by binomial weights of nine texels, read two at a time. */
export const BLUR = `
uniform sampler2D shadowMap;
uniform vec2 along; // to the next texel
out vec2 moments;
void main() {
  vec2 place = gl_FragCoord.xy / vec2(textureSize(shadowMap, 0));
  moments = 0.2734375 * texture(shadowMap, place).xy;
  for (int side = -1; side < 2; side += 2) {
    moments += 0.328125 * texture(shadowMap, place + float(side) * 1.3333333 * along).xy;
    moments += 0.03515625 * texture(shadowMap, place + float(side) * 3.1111111 * along).xy;
  }
}`;

/** Shades in linear light and converts to screen colours. */
export const SHADE = `${HOLES}
uniform vec3 centre;
uniform vec3 size;
uniform vec2 spacing;
uniform sampler2D shadowMap;
centroid in vec3 at;
centroid in vec3 normal;
centroid in vec3 shade;
in vec2 thread;
centroid in vec2 cell;
in vec2 strain;
centroid in float hollow;
out vec4 paint;

// Part of the sunlight that arrives, by Chebyshev's inequality: soft where depths differ. Second:
// depth behind what casts the shadow, in m.
vec2 lit() {
  vec2 moments = texture(shadowMap, 0.5 * shade.xy + 0.5).xy;
  float behind = max(shade.z - moments.x, 0.0);
  float spread = max(moments.y - moments.x * moments.x, 1e-3);
  float part = clamp(1.25 * spread / (spread + behind * behind) - 0.25, 0.0, 1.0);
  return vec2(any(greaterThan(abs(shade.xy), vec2(0.98))) ? 1.0 : part, behind);
}

// Part of a pixel covered by the nearest of the lines at whole numbers; "pixel" is its width there,
// "thick" that of a line in pixels.
vec2 lines(vec2 place, vec2 pixel, float thick) {
  return clamp(0.5 * thick + 0.5 - abs(fract(place - 0.5) - 0.5) / pixel, 0.0, 1.0);
}

// Colour of a check: where bands of both directions cross, all threads are of the second yarn. Each
// mesh is a little darker at its edges where they can be told apart; nearer, ten threads a mesh go
// over and under each other.
vec3 woven(vec3 color, vec3 second) {
  vec2 place = thread * spacing;
  vec2 pixel = max(fwidth(thread), 1e-6);
  vec2 near = abs(fract(place / ${BAND.period}) - 0.5) * ${BAND.period};
  vec2 band = clamp((${(BAND.width / 2).toFixed(4)} - near) / (pixel * spacing) + 0.5, 0.0, 1.0);
  vec2 mesh = lines(thread, pixel, 1.0) * clamp(1.6 - 5.0 * pixel, 0.0, 1.0);
  float part = 0.5 * (band.x + band.y);
  float clear = clamp(2.2 - 40.0 * max(pixel.x, pixel.y), 0.0, 1.0);
  if (clear > 0.0) {
    vec2 wave = sin(31.415927 * thread);
    part = mix(part, mix(band.x, band.y, clamp(0.5 + 3.0 * wave.x * wave.y, 0.0, 1.0)), 0.5 * clear);
    color *= 1.0 - 0.12 * clear * (1.0 - abs(wave.x * wave.y));
  }
  return mix(color, second, part) * (1.0 - 0.16 * max(mesh.x, mesh.y));
}

vec3 screen(vec3 color) {
  return sqrt(color);
}

// Colour of the larger strain of the two directions.
vec3 tension() {
  float most = abs(strain.x) > abs(strain.y) ? strain.x : strain.y;
  float soft = max(fwidth(most), 1e-4);
  vec3 color = bands[0].rgb;
  for (int i = 0; i < 4; i++) color = mix(color, bands[i + 1].rgb, smoothstep(-soft, soft, most - bands[i].a));
  return color;
}

// Part of a pixel that threads cover; fades where they are too dense, but only to a half where
// nothing else shows the cloth.
float threads() {
  vec2 pixel = max(fwidth(thread), 1e-6);
  vec2 covered = lines(thread, pixel, wires) * clamp(1.6 - 4.0 * pixel, plain ? 0.5 : 0.0, 1.0);
  return max(covered.x, covered.y);
}

void main() {
  if (shape == ${SHAPES.ground}) {
    float far = distance(at, centre) / size.x;
    float fade = max(1.0 - far * far, 0.0);
    fade *= fade;
    vec2 sunlight = plain ? vec2(1, 0) : lit();
    // darkest where the cloth touches the ground
    float shadow = dusk * (1.0 - sunlight.x) * (0.6 + 0.4 / (1.0 + 8.0 * sunlight.y)) * fade;
    float cover = earth.a * fade;
    vec2 grid = lines(thread, fwidth(thread), 1.2 * wires);
    vec3 color = mix(screen(earth.rgb), screen(line.rgb), line.a * max(grid.x, grid.y));
    // a shadow over the ground over a transparent background
    paint = vec4(color * cover * (1.0 - shadow), cover + shadow - cover * shadow);
    return;
  }
  bool cloth = shape == ${SHAPES.cloth};
  float side = gl_FrontFacing ? 1.0 : -1.0;
  vec3 color = !cloth ? stone.rgb : strained ? tension() : side > 0.0 ? front.rgb : lining.rgb;
  if (!plain) {
    if (cloth && !strained) color = woven(color, side > 0.0 ? yarn.rgb : 0.6 * color);
    vec3 n = normalize(normal) * (cloth ? side : 1.0);
    float open = cloth ? clamp(1.0 - hollow * side, 0.5, 1.1) : 1.0;
    float facing = max(dot(n, toEye.xyz), 0.0);
    float sunny = dot(n, light.xyz);
    float key = clamp((sunny + 0.25) / 1.25, 0.0, 1.0) * lit().x;
    float sky = 0.5 + 0.5 * n.y;
    float through = cloth ? 0.1 * clamp(-sunny, 0.0, 1.0) : 0.0;
    vec3 fill = mix(vec3(0.17, 0.15, 0.13), vec3(0.29, 0.31, 0.36), sky) * open;
    float rim = (1.0 - facing) * (1.0 - facing);
    float sheen = (cloth ? 0.22 : 0.04) * rim * (1.0 - facing);
    float gleam = max(dot(n, halfway.xyz), 0.0);
    gleam *= gleam;
    gleam *= gleam;
    gleam *= gleam;
    gleam *= gleam * 0.07 * key;
    color = color * (fill + vec3(0.76, 0.73, 0.69) * key + through) + mix(vec3(1), color, 0.6) * sheen * (0.3 + 0.7 * key) + gleam;
  }
  if (cloth && threaded) color = mix(color, wire.rgb, threads());
  paint = vec4(screen(color), 1);
  if (torn && !whole(cell)) discard;
}`;
