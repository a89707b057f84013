// Addresses of scripts, where a page takes no bare text for one.

const RULES = { createScriptURL: own };

/** @type {typeof RULES | undefined} */
let policy;

/**
 * The address of a script for a worker, from the page's own place only.
 * @param {string} address
 * @throws {TypeError} if it is from elsewhere, or the page allows no such policy
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
