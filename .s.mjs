import { chromium as pw } from "playwright";
import { chromium } from "./tools/browsers.js";

const browser = await pw.launch(chromium.launchOptions);
const sizes =
  process.argv[2] === "all"
    ? [
        [360, "light"],
        [1366, "dark"],
      ]
    : [[1366, "light"]];
const scenes = (process.argv[3] ?? "chain,mesh,phase,linear").split(",");
for (const [width, scheme] of sizes) {
  const page = await browser.newPage({ viewport: { width, height: 1000 }, colorScheme: scheme });
  page.on("console", (m) => console.log("console", m.text()));
  page.on("pageerror", (m) => console.log("error", m.message, m.stack));
  for (const s of scenes) {
    const [scene, attrs = ""] = s.split(":");
    await page.goto("http://localhost:4999/www/damper.html");
    await page.waitForFunction(() => document.querySelector("spring-lab")?.simulation);
    await page.evaluate(
      ([scene, attrs]) => {
        const d = document.createElement("div");
        d.innerHTML = `<spring-lab scene="${scene}" ${attrs}></spring-lab>`;
        document.querySelector("main").replaceChildren(d);
      },
      [scene, attrs],
    );
    await page.waitForTimeout(2500);
    console.log(
      scene,
      await page.evaluate(() => {
        const r = document.querySelector("spring-lab").shadowRoot;
        return r.querySelector(".message")?.textContent + " | " + r.querySelector("#state")?.textContent;
      }),
    );
    await page.screenshot({ path: `/tmp/sl/pic-${scene}-${width}-${scheme}.png`, fullPage: false });
  }
}
await browser.close();
