// WebGL programs and textures.

/** A program and its uniforms. */
export interface Program {
  program: WebGLProgram;
  /** True if the browser could link it. */
  runs: boolean;
  /** Locations of the uniforms by name. */
  at: Record<string, WebGLUniformLocation | null>;
}

/** Compiles and links a program, and makes it the current one. @param names  of its uniforms */
export function link(gl: WebGL2RenderingContext, vertex: string, fragment: string, names: string[]): Program {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
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

/** Replaces the bound texture by a new one. */
export function renew(gl: WebGL2RenderingContext, format: number, width: number, height: number) {
  gl.deleteTexture(gl.getParameter(gl.TEXTURE_BINDING_2D));
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
}
