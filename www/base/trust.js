// Addresses of worker scripts under Trusted Types, which forbid plain strings.

const RULES = { createScriptURL: own };

/** @type {typeof RULES | undefined} */
let policy;

/**
 * The trusted address of a script from the page's own origin.
 * @param {string} address
 * @throws {TypeError} if it is from another origin, or the page forbids the policy
 */
export function trusted(address) {
  policy ??= create();
  return policy.createScriptURL(address);
}

/** @returns {typeof RULES} */
function create() {
  return Reflect.get(globalThis, "trustedTypes")?.createPolicy("springlab", RULES) ?? RULES;
}

/** @param {string} address */
function own(address) {
  if (new URL(address, location.href).origin === location.origin) return address;
  throw new TypeError(`${address} is not from ${location.origin}.`);
}
