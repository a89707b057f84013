// What the graphics processor runs to draw lines with smooth edges, in GLSL: the same as the engine's pixels (fast/src/raster.rs).

/** Particles, and lines, in a row of their textures. */
export const ROW = 1024;

const HEADING = `#version 300 es
precision highp float;
uniform vec2 size; // of the picture, in px
precision highp int;`;

/**
 * Of each line two triangles about all pixels that it covers. A particle's numbers come as the engine has them, in 64 bits, as two whole numbers
 * each: a float is what remains of them.
 */
export const LINE = `${HEADING}
precision highp usampler2D;
uniform usampler2D particles; // x, y and z of one after the other
uniform vec2 origin; // where it is, in px
uniform vec2 axes[3]; // what a metre along x, y and z comes to, in px
uniform vec3 stroke; // strain above which a line is drawn, and up to which; its width in px
uniform bool squares; // of that width, instead of lines, about the first of both ends
uniform usampler2D lines; // the two particles of each, and its length at rest in m as a float: below 0 of what has torn
flat out vec2 reach; // where the line begins and ends, along the axis in which it is longer
flat out vec3 course; // where it would be across at 0, how much farther in each pixel on, and how far it reaches to either side
flat out int steep; // 1 where that axis goes down

// Whether all that was read is a number.
bool known = true;

float number(uvec2 bits) {
  int exponent = int(bits.y >> 20u & 0x7ffu) - 896;
  known = known && exponent < 255;
  return exponent <= 0 ? 0.0 : uintBitsToFloat(bits.y & 0x80000000u | uint(exponent) << 23u | (bits.y & 0xfffffu) << 3u | bits.x >> 29u);
}

vec3 particle(uint i) {
  ivec2 at = ivec2(i % ${ROW}u * 3u, i / ${ROW}u);
  vec3 place;
  for (int axis = 0; axis < 3; axis++) place[axis] = number(texelFetch(particles, at + ivec2(axis, 0), 0).xy);
  return place;
}

vec2 picture(vec3 place) {
  return origin + place.x * axes[0] + place.y * axes[1] + place.z * axes[2];
}

void main() {
  gl_Position = vec4(2, 2, 2, 1); // nowhere
  int line = gl_VertexID / 6;
  int corner = abs(gl_VertexID % 6 - 2); // 2 1 0, and 1 2 3
  uvec3 data = texelFetch(lines, ivec2(line % ${ROW}, line / ${ROW}), 0).xyz;
  vec3 one = particle(data.x);
  vec3 other = particle(data.y);
  float restLength = uintBitsToFloat(data.z);
  float strain = distance(one, other) / restLength - 1.0;
  bool others = !squares && (restLength < 0.0 || strain <= stroke.x || strain > stroke.y);
  if (!known || others) return;
  vec2 from = picture(one);
  vec2 to = squares ? from : picture(other);
  if (squares) {
    from.x -= 0.5 * stroke.z;
    to.x += 0.5 * stroke.z;
  }
  bool down = abs(to.x - from.x) < abs(to.y - from.y);
  vec2 start = down ? from.yx : from;
  vec2 end = down ? to.yx : to;
  vec2 extent = down ? size.yx : size;
  if (start.x > end.x) {
    vec2 swap = start;
    start = end;
    end = swap;
  }
  float slope = (end.y - start.y) / (end.x - start.x);
  float breadth = 0.5 * stroke.z * sqrt(1.0 + slope * slope);
  reach = vec2(max(start.x, 0.0), min(end.x, extent.x));
  if (abs(slope) > 1e-6) {
    vec2 edges = start.x + (vec2(-breadth - 1.0, extent.y + breadth + 1.0) - start.y) / slope;
    reach = vec2(max(reach.x, min(edges.x, edges.y)), min(reach.y, max(edges.x, edges.y)));
  }
  if (!(reach.x < reach.y)) return;
  course = vec3(start.y - slope * start.x, slope, breadth);
  steep = down ? 1 : 0;
  float along = (corner & 1) == 0 ? floor(reach.x) : ceil(reach.y);
  float across = course.x + slope * along + (corner < 2 ? -1.0 : 1.0) * (breadth + 1.0);
  vec2 place = (down ? vec2(across, along) : vec2(along, across)) / size;
  gl_Position = vec4(2.0 * place.x - 1.0, 1.0 - 2.0 * place.y, 0, 1);
}`;

/** How much of a pixel the line covers. */
export const COVER = `${HEADING}
uniform vec4 ink; // red, green and blue are parts of its opacity
flat in vec2 reach;
flat in vec3 course;
flat in int steep;
out vec4 paint;
void main() {
  vec2 pixel = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) - 0.5;
  if (steep == 1) pixel = pixel.yx;
  float middle = course.x + course.y * (pixel.x + 0.5) - pixel.y;
  float across = clamp(middle + course.z, 0.0, 1.0) - clamp(middle - course.z, 0.0, 1.0);
  float along = clamp(reach.y - pixel.x, 0.0, 1.0) - clamp(reach.x - pixel.x, 0.0, 1.0);
  paint = ink * across * max(along, 0.0);
}`;
