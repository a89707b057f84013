// Subjects of messages: parameters, by their keys, and others.

/**
 * The key of a parameter, or a symbol for another subject, because a page may have attributes of
 * any name.
 */
export type Subject = string | symbol;

/** A subject other than a parameter. Events have its name. */
export function about(name: string) {
  return Symbol.for(name);
}

/** The subject of information that is not an error: a step takes long. */
export const LONG_STEP = about("step");

/** The subject of the cause of an explosion. */
export const CAUSE = about("cause");

/** The subject of steps and restarts. */
export const RUN = about("run");
