// Programs for the graphics processor.

/** A program, whether the browser could make one of it, and where what it is told goes, by name. @typedef {{ program: WebGLProgram, runs: boolean, at: Record<string, WebGLUniformLocation | null> }} Program */

/** Makes one, and begins with it. @param {WebGL2RenderingContext} gl @param {string} vertex @param {string} fragment @param {string[]} names  of what it is told @returns {Program} */
export function link(gl, vertex, fragment, names) {
  const program = gl.createProgram();
  for (const [kind, source] of /** @type {const} */ ([
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ])) {
    const shader = gl.createShader(kind);
    if (!shader) break; // the context is lost, and draws nothing whatever it is told
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

/** Binds a new texture instead of the one that is. @param {WebGL2RenderingContext} gl @param {number} format @param {number} width @param {number} height */
export function renew(gl, format, width, height) {
  gl.deleteTexture(gl.getParameter(gl.TEXTURE_BINDING_2D));
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
}
