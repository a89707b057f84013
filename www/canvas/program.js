// WebGL programs and textures.

/**
 * A program and its uniforms.
 * @typedef {object} Program
 * @property {WebGLProgram} program
 * @property {boolean} runs  true if the browser could link it
 * @property {Record<string, WebGLUniformLocation | null>} at  locations of the uniforms by name
 */

/**
 * Compiles and links a program, and makes it the current one.
 * @param {WebGL2RenderingContext} gl @param {string} vertex @param {string} fragment
 * @param {string[]} names  of its uniforms
 * @returns {Program}
 */
export function link(gl, vertex, fragment, names) {
  const program = gl.createProgram();
  for (const [kind, source] of /** @type {const} */ ([
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ])) {
    const shader = gl.createShader(kind);
    if (!shader) break; // the context is lost and ignores all calls
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  const runs = gl.isContextLost() || Boolean(gl.getProgramParameter(program, gl.LINK_STATUS));
  if (!runs) return { program, runs, at: {} };
  gl.useProgram(program);
  return { program, runs, at: Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)])) };
}

/**
 * Replaces the bound texture by a new one.
 * @param {WebGL2RenderingContext} gl @param {number} format @param {number} width
 * @param {number} height
 */
export function renew(gl, format, width, height) {
  gl.deleteTexture(gl.getParameter(gl.TEXTURE_BINDING_2D));
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
}
