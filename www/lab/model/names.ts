// Names of parameters, as attributes and addresses spell them and as the engine does.
import type { Parameter } from "../../types.ts";

/**
 * The key of a parameter by its name in an attribute or address, with or without dashes and in any
 * case: HTML turns `timeStepSize` into `timestepsize`.
 */
export function keyOf(name: string, parameters: Pick<Parameter, "key">[]) {
  const letters = name.replaceAll("-", "").toLowerCase();
  return parameters.find(({ key }) => key.toLowerCase() === letters)?.key ?? camelCase(name);
}

/** A key in the engine's spelling. @param name  with dashes */
export function camelCase(name: string) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** A key in the spelling of attributes. */
export function kebabCase(key: string) {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
