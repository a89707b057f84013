// In a frame without an origin, as one in a sandbox, no module loads; a script of the old kind does, with all in it.
if (self.origin === "null") {
  const address = "spring-lab.frame.js";
  const rules = { createScriptURL: () => address };
  const policy = Reflect.get(self, "trustedTypes")?.createPolicy("springlab", rules) ?? rules;
  const script = document.createElement("script");
  script.src = policy.createScriptURL(address);
  addEventListener("DOMContentLoaded", () => document.head.append(script));
}
