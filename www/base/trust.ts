// Addresses of worker scripts under Trusted Types, which forbid plain strings.

const RULES = { createScriptURL: own };

let policy: typeof RULES | undefined;

/**
 * The trusted address of a script of the page's own origin, or of a text that the page holds.
 * @throws {TypeError} if it is from another origin
 */
export function trusted(address: string) {
  policy ??= create();
  return policy.createScriptURL(address);
}

function create(): typeof RULES {
  try {
    return Reflect.get(globalThis, "trustedTypes")?.createPolicy("springlab", RULES) ?? RULES;
  } catch {
    return RULES; // the page allows other policies only, of which its default one may pass the address
  }
}

function own(address: string) {
  const { protocol, origin } = new URL(address, location.href);
  // browsers load texts as scripts only for the page that holds them
  if (protocol === "blob:" || origin === location.origin) return address;
  throw new TypeError(`${address} is not from ${location.origin}.`);
}
