// Loads embed.html's classic script in frames without an origin, such as sandboxed ones, where
// modules don't load.
if (self.origin === "null") {
  const address = "spring-lab.frame.js";
  const rules = { createScriptURL: () => address };
  const policy = Reflect.get(self, "trustedTypes")?.createPolicy("springlab", rules) ?? rules;
  const script = document.createElement("script");
  script.src = policy.createScriptURL(address);
  addEventListener("DOMContentLoaded", () => document.head.append(script));
}
