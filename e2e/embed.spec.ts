// The element in pages of others.

import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import type { SpringLab } from "../www/spring-lab.ts";
import { folders, html } from "./foreign.ts";
import { atRest, difference, image, inLab, saved } from "./lab.ts";

const { folderOf, serve } = folders(test);

/**
 * Opens a page from another origin, with its own headers.
 * @returns console messages and errors of the page
 */
async function course(
  page: Page,
  body: string,
  {
    head,
    headers,
    query = "",
    files = {},
  }: { head?: string; headers?: Record<string, string>; query?: string; files?: Record<string, string> } = {},
): Promise<string[]> {
  const origin = await serve(folderOf({ "course.html": html(body, head), ...files }), headers);
  const heard: string[] = [];
  page.on("console", (message) => heard.push(message.text()));
  page.on("pageerror", (error) => heard.push(error.message));
  await page.goto(`${origin}/course.html${query}`);
  return heard;
}

const lab = (page: Page, place: number = 0) => page.locator("spring-lab").nth(place);

/** Waits until a laboratory runs. */
async function runs(page: Page, place: number = 0) {
  await expect.poll(() => inLab(page, ({ simulation }) => Boolean(simulation), undefined, place)).toBe(true);
}

const value = (page: Page, key: string, place: number = 0) => inLab(page, (lab, key) => lab.get(key), key, place);

test("it runs from one script with the values of its attributes, and leaves the address alone", {
  tag: "@firefox",
}, async ({ page }) => {
  const said = await course(page, '<spring-lab scene="damper" stiffness="8" method="runge-kutta-2"></spring-lab>', {
    query: "?id=1234&section=2",
  });
  await runs(page);
  expect(await value(page, "stiffness")).toBe(8);
  expect(await value(page, "method")).toBe("runge-kutta-2");
  await expect.poll(() => inLab(page, ({ time }) => time)).toBeGreaterThan(0.1);
  await expect(page.getByRole("alert")).toHaveText("");
  await page.getByRole("slider", { name: /Stiffness/ }).press("ArrowRight");
  await page.waitForTimeout(500); // our own pages write their address after 300 ms
  expect(new URL(page.url()).search).toBe("?id=1234&section=2");
  expect(said).toEqual([]);
});

/** Layouts whose width depends on their contents. */
const LAYOUTS = {
  "flex row": "display: flex",
  "centred flex column": "display: flex; flex-direction: column; align-items: center",
  "inline block": "display: inline-block",
  "table cell": "display: table-cell",
  "fit content": "width: fit-content",
  "centred grid": "display: grid; justify-content: center",
  float: "float: left",
  absolute: "position: absolute",
};

test("in every layout it has a width that fits into 360 px and 1366 px", { tag: "@firefox" }, async ({ page }) => {
  const labs = Object.values(LAYOUTS).map(
    (style) => `<div style="${style}"><spring-lab scene="damper" loading="eager"></spring-lab></div>`,
  );
  await course(page, labs.join("<hr style='clear: both'>"));
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [i, name] of Object.keys(LAYOUTS).entries()) {
      await runs(page, i);
      const shown = async () => (await lab(page, i).boundingBox())?.width;
      await expect.poll(shown, `${name} in ${width} px`).toBeGreaterThanOrEqual(Math.min(560, 0.9 * width - 10));
      expect(await shown(), `${name} in ${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

test("the page's style does not change its own", { tag: "@firefox" }, async ({ page }) => {
  const head = `<script type="module" src="spring-lab.js"></script><style>
    html { font-size: 62.5%; }
    body { font: 30px/4 fantasy; letter-spacing: 9px; text-transform: uppercase; color: red; text-align: right; word-spacing: 1em; white-space: pre; }
    * {
      box-sizing: content-box; margin: 7px; font-size: 23px; letter-spacing: 3px; word-spacing: 5px; line-height: 3;
      color: red; cursor: wait; text-transform: uppercase; text-indent: 1em; text-align: center; white-space: pre;
      direction: rtl;
    }
    button, input, label { background: red !important; font-size: 40px !important; }
  </style>`;
  const styles = async () => {
    await runs(page);
    return page.evaluate(() => {
      const root = document.querySelector("spring-lab")?.shadowRoot;
      const keys = [
        "fontSize",
        "fontFamily",
        "letterSpacing",
        "direction",
        "textIndent",
        "cursor",
        "textTransform",
        "color",
        "textAlign",
        "wordSpacing",
        "whiteSpace",
        "lineHeight",
        "backgroundColor",
        "boxSizing",
        "marginTop",
        "paddingLeft",
        "minHeight",
      ];
      return ["label", "button.primary", ".value span", ".readout output", ".numbers"].map((selector) => {
        const style = getComputedStyle(root?.querySelector(selector) as Element);
        return keys.map((key) => `${key}: ${Reflect.get(style, key)}`);
      });
    });
  };
  await course(page, '<spring-lab scene="damper" paused></spring-lab>');
  const usual = await styles();
  expect(usual[0]).toContain("fontSize: 14px");
  await course(page, '<spring-lab scene="damper" paused></spring-lab>', { head });
  expect(await styles()).toEqual(usual);
});

test("it is light or dark as its author says, whatever the reader's scheme", async ({ page, browserName }) => {
  const ground = (place: number) =>
    lab(page, place).evaluate((node) => {
      const part = node.shadowRoot?.querySelector(".lab") as Element;
      return getComputedStyle(part).backgroundColor;
    });
  const schemes = ["light", "dark", "light dark"].map(
    (scheme) =>
      `<spring-lab scene="damper" show="picture" loading="eager" style="color-scheme: ${scheme}"></spring-lab>`,
  );
  await page.emulateMedia({ colorScheme: "light" });
  await course(page, schemes.join(""));
  for (const place of [0, 1, 2]) await runs(page, place);
  const parts = await lab(page)
    .locator("[part]:visible")
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("part")));
  expect(parts, "other parts are hidden").toEqual(["picture", "play"]);
  const [light, dark, either] = await Promise.all([0, 1, 2].map(ground));
  expect(light).toBe("rgb(255, 255, 255)");
  expect(dark).toBe("rgb(27, 30, 37)");
  expect(either).toBe(light);
  if (browserName === "firefox") return; // a test can't switch its colour scheme
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(async () => [await ground(0), await ground(1), await ground(2)]).toEqual([light, dark, dark]);
});

test("live links lead the laboratory that they name, and Set back undoes it", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1500 }); // both laboratories are in view
  await course(
    page,
    '<style>* { letter-spacing: 4px }</style><p><a href="?damping=15&amp;restart&amp;run-to=0.5" data-lab="second">much damping</a>, which is <b data-lab="second" data-number="damping">so much</b>, at <i data-lab="second" data-number="time">first</i>, <u data-lab="second" data-number="damping-ratio">some</u>, <s data-lab="second" data-number="nothing">as it was</s></p><spring-lab scene="damper"></spring-lab><spring-lab id="second" scene="damper" stiffness="8"></spring-lab>',
  );
  await page.getByRole("link", { name: "much damping" }).click();
  await expect.poll(() => value(page, "damping", 1)).toBe(15);
  expect(await value(page, "damping", 0)).toBe(0);
  expect(await value(page, "stiffness", 1)).toBe(8);
  await expect.poll(() => inLab(page, ({ time }) => time, undefined, 1)).toBeCloseTo(0.5, 9);
  // ζ = μ / (2 √(k m)) with k = 8 N/m and m = 0.5 kg
  await expect(page.locator("body > p")).toHaveText(/15 N·s\/m, at 0\.50 s, 3\.75, as it was/);
  await expect(page.locator("body > p > b")).toHaveAttribute("dir", "ltr"); // a minus stays in front, whatever the page's direction
  const back = page.getByRole("button", { name: "Set back" });
  expect(await back.evaluate((node) => getComputedStyle(node).letterSpacing)).toBe("normal");
  await back.click();
  await expect.poll(() => value(page, "damping", 1)).toBe(0);
  await expect(page.locator("body > p > b")).toHaveText("0 N·s/m");
  expect(new URL(page.url()).search).toBe("");
});

test("it starts when it is seen, and tells its page of start, time, changes and errors", async ({ page }) => {
  await course(
    page,
    '<script>addEventListener("springlab-ready", ({ target }) => (window.ready ??= []).push(target.id)); window.times = []; addEventListener("springlab-time", ({ target, detail }) => target.id === "a" && times.push([performance.now(), detail.time])); addEventListener("springlab-error", ({ detail }) => (window.errors ??= []).push(detail)); addEventListener("springlab-change", ({ detail }) => (window.changes ??= []).push(detail.key));</script><spring-lab id="a" scene="damper"></spring-lab><div style="height: 3000px"></div><spring-lab id="b" scene="oscillator"><p>Not yet.</p></spring-lab><spring-lab id="c" scene="pair" loading="eager"></spring-lab>',
  );
  const heard = (name: string) => page.evaluate((name) => Reflect.get(window, name), name);
  await expect.poll(async () => ((await heard("ready")) ?? []).sort()).toEqual(["a", "c"]);
  await expect.poll(async () => (await heard("times")).length).toBeGreaterThan(4);
  const times = await heard("times");
  for (const [i, [at]] of times.entries()) if (i > 0) expect(at - times[i - 1][0]).toBeGreaterThan(90);
  await expect(page.getByText("Not yet.")).toBeAttached();
  await lab(page, 1).scrollIntoViewIfNeeded();
  await runs(page, 1);
  await expect(page.getByText("Not yet.")).toBeHidden();
  await inLab(page, (lab) => {
    lab.set("damping", 1);
    lab.set("damping", -1);
  });
  expect(await heard("changes")).toEqual(["damping"]);
  expect(await heard("errors")).toEqual([
    { subject: "damping", sentence: expect.stringMatching(/^Damping μ must be/) },
  ]);
});

test("removed and put back 80 times it takes no more memory", async ({ page }) => {
  await course(page, '<spring-lab scene="cloth" width="30" height="30"></spring-lab>');
  await runs(page);
  const memory = await inLab(page, async (lab) => {
    const sizes = [];
    for (let i = 0; i < 80; i++) {
      lab.remove();
      await undefined; // otherwise it only moves
      document.body.prepend(lab);
      await lab.open();
      // 27 simulations that are not freed take 6 MB
      if (i % 40 === 39) sizes.push(lab.simulation?.positions.buffer.byteLength);
    }
    return sizes;
  });
  expect(memory[1], `${memory}`).toBe(memory[0]);
  await expect.poll(() => inLab(page, ({ playing }) => playing)).toBe(true);
});

test("a policy has to allow it WebAssembly alone, and where it does not, a sentence says so", {
  tag: "@firefox",
}, async ({ page }) => {
  const body = '<spring-lab scene="cloth"><p>A picture of the cloth.</p></spring-lab>';
  const policy = (more: string) => ({
    "content-security-policy": `default-src 'none'; img-src data:; script-src 'self'${more}`,
  });
  await course(page, body, { headers: policy(" 'wasm-unsafe-eval'") });
  await runs(page);
  await course(page, body, {
    headers: policy(" 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'"),
  });
  await runs(page);
  await course(page, body, { headers: policy("") });
  await expect(page.getByRole("alert")).toHaveText(
    "The engine did not load: the page's content security policy forbids WebAssembly; script-src must have 'wasm-unsafe-eval'.",
  );
  await expect(page.getByText("A picture of the cloth.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("under Trusted Types it starts its worker, where the page allows its policy or has a default one", async ({
  page,
}) => {
  const body = '<spring-lab scene="cloth" width="12" height="6"></spring-lab>';
  for (const [allowed, head] of [
    ["", '<script type="module" src="spring-lab.js"></script>'],
    ["; trusted-types springlab", '<script src="spring-lab.classic.js" defer></script>'],
    [
      "; trusted-types default",
      '<script src="default.js"></script><script type="module" src="spring-lab.js"></script>',
    ],
  ]) {
    const rules = `script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; require-trusted-types-for 'script'${allowed}`;
    const files = { "default.js": 'trustedTypes.createPolicy("default", { createScriptURL: (address) => address });' };
    const said = await course(page, body, { head, headers: { "content-security-policy": rules }, files });
    await runs(page);
    await expect(page.getByText(/^limit 0.0\d+ s$/), allowed).toBeVisible();
    expect(said.filter((text) => text.includes("TrustedScriptURL"))).toEqual([]);
  }
});

test("the classic script runs in a frame without an origin", { tag: "@full" }, async ({ page }) => {
  const inner = html('<spring-lab scene="damper"></spring-lab>', '<script src="spring-lab.classic.js"></script>');
  await course(page, '<iframe sandbox="allow-scripts" src="inner.html" width="700" height="700"></iframe>', {
    files: { "inner.html": inner },
  });
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("the classic script runs in a file, with a worker, and leaves no names in the page", { tag: "@full" }, async ({
  page,
}) => {
  const folder = folderOf({
    "page.html": html(
      '<spring-lab scene="cloth" width="12" height="6"></spring-lab>',
      '<script>window.before = Object.getOwnPropertyNames(window)</script><script src="spring-lab.classic.js" defer></script>',
    ),
  });
  await page.goto(folder.file("page.html"));
  await runs(page);
  const left = await page.evaluate(() => {
    const before = Reflect.get(window, "before");
    return Object.getOwnPropertyNames(window).filter(
      (name) => !before.includes(name) && name !== "before" && !name.startsWith("__pw"), // of the test driver
    );
  });
  expect(left, "names left in the page").toEqual([]);
  await expect(page.getByText(/^limit 0.0\d+ s$/)).toBeVisible();
});

const property = (page: Page, name: string, place: number = 0) =>
  lab(page, place).evaluate((node, name) => Reflect.get(node, name), name);

test("in a page written from right to left it looks as in any other", { tag: "@firefox" }, async ({ page }) => {
  /** The saved picture, and how the laboratory looks. */
  const look = async () => {
    await runs(page);
    for (const limit of ["0.632 s", "0.0125 kg"]) await expect(page.getByText(`limit ${limit}`)).toBeVisible();
    await page.mouse.move(0, 0);
    const file = await saved(page, page.getByRole("button", { name: /^PNG/ }));
    const url = `,${file.bytes.toString("base64")}`;
    return `${image(url)} ${(await lab(page).screenshot({ animations: "disabled" })).toString("base64")}`;
  };
  const body =
    '<div DIR><div style="width: 700px; margin: 0 auto"><spring-lab scene="damper" paused show="picture plot controls time notes save help" timeStepSize="0.1" label="מסה">מסה על קפיץ (1).</spring-lab></div></div>';
  await course(page, body);
  const usual = (await atRest(look)).split(" ");
  /** True if it looks as at first. Chromium sometimes blends an edge by one level differently. */
  const same = async () => {
    const [picture, shot] = (await look()).split(" ");
    return picture === usual[0] && (await difference(page, shot, usual[1])) <= 1;
  };
  for (const dir of ['dir="rtl"', 'style="direction: rtl"']) {
    await course(page, body.replace("DIR", dir));
    await expect.poll(same, dir).toBe(true);
  }
  // the author's own text stays the author's
  await course(page, body.replace("DIR", 'dir="rtl"'), {
    head: '<script type="module" src="spring-lab.js"></script><script type="module">document.querySelector("spring-lab").scene = "nothing"</script>',
  });
  await expect(page.getByRole("alert")).toContainText("There is no scene");
  expect(
    await page.evaluate(() => {
      const slot = document.querySelector("spring-lab")?.shadowRoot?.querySelector("slot");
      return slot && getComputedStyle(slot).direction;
    }),
  ).toBe("rtl");
});

test("moved within its page or into another document, it keeps its state", { tag: "@firefox" }, async ({ page }) => {
  const said = await course(
    page,
    '<p id="away"></p><spring-lab scene="damper" damping="1"></spring-lab><iframe id="frame" width="700" height="700" srcdoc="<body></body>"></iframe>',
  );
  await runs(page);
  await expect.poll(async () => Number(await property(page, "time"))).toBeGreaterThan(0.2);
  const moved = await page.evaluate(async () => {
    const lab = document.querySelector("spring-lab") as SpringLab;
    lab.pause();
    lab.set("stiffness", 8);
    const { time, simulation } = lab;
    const same = () => lab.simulation === simulation && lab.time === time && lab.get("stiffness") === 8;
    const away = document.getElementById("away") as HTMLElement;
    const frame = document.getElementById("frame") as HTMLIFrameElement;
    const body = frame.contentDocument?.body as HTMLElement;
    const later = () => new Promise((done) => setTimeout(done, 50));
    const kept = [];
    away.append(lab);
    await later();
    kept.push(same());
    Reflect.get(document.body, "moveBefore")?.call(document.body, lab, null);
    await later();
    kept.push(same());
    body.append(lab);
    await later();
    kept.push(same());
    const styled = getComputedStyle(lab.shadowRoot?.querySelector(".lab") as Element).display;
    lab.play();
    return { kept, styled };
  });
  expect(moved).toEqual({ kept: [true, true, true], styled: "grid" });
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("button", { name: "Pause" })).toBeVisible();
  // by the page: Firefox's driver has no handle of a node that comes from another document
  const inFrame = (name: string) =>
    page.evaluate((name) => {
      const lab = document.querySelector("iframe")?.contentDocument?.querySelector("spring-lab");
      const button = lab?.shadowRoot?.querySelector("button.primary");
      return name === "time" ? Number(lab?.time) : button && getComputedStyle(button).fontSize;
    }, name);
  const time = async () => Number(await inFrame("time"));
  const since = await time();
  await expect.poll(time).toBeGreaterThan(since + 0.2);
  expect(await inFrame("font size")).toBe("14px");
  expect(said).toEqual([]);
});

test("in a browser without constructible style sheets a sentence says so, beside the page's own content", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Document.prototype, "adoptedStyleSheets");
    Reflect.set(
      window,
      "CSSStyleSheet",
      class {
        constructor() {
          throw new TypeError();
        }
      },
    );
  });
  const said = await course(page, '<spring-lab scene="damper"><p>A picture of the damper.</p></spring-lab>');
  await expect(page.getByRole("alert")).toHaveText(
    "The laboratory needs Chrome or Edge 123, Firefox 125, Safari 17.5 or newer: this browser has no adoptedStyleSheets.",
  );
  await expect(page.getByText("A picture of the damper.")).toBeVisible();
  expect(said).toEqual([]);
});

const TURNS = {
  "a quarter": "rotate: 90deg",
  "a third and larger": "transform: rotate(120deg) scale(1.3)",
  "mirrored and flat": "transform: scale(-1, 0.8)",
  "zoomed and turned": "zoom: 1.2; rotate: -90deg",
  "in space": "transform: perspective(900px) rotateY(30deg)",
};

for (const [name, style] of Object.entries(TURNS)) {
  test(`turned by its page (${name}), mass and slider follow the pointer`, {
    tag: name === "a quarter" ? ["@firefox"] : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 1200 });
    await course(
      page,
      `<div style="width: 640px; margin: 200px auto; ${style}"><spring-lab scene="damper" show="picture controls" paused></spring-lab></div>`,
    );
    await runs(page);
    /** Place in the window of a point of a part, by a node put there. @param at  in px */
    const place = (part: string, [x, y]: [number, number]) =>
      lab(page).evaluate(
        (node, [part, x, y]) => {
          const box = node.shadowRoot?.querySelector(String(part)) as HTMLElement;
          const probe = Object.assign(document.createElement("i"), {
            style: `position: absolute; left: ${x}px; top: ${y}px; width: 0; height: 0`,
          });
          box.append(probe);
          const { x: left, y: top } = probe.getBoundingClientRect();
          probe.remove();
          return { x: left, y: top };
        },
        [part, x, y],
      );
    const mass = () =>
      lab(page).evaluate((node) => [...(Reflect.get(node, "simulation")?.positions ?? [])].slice(3, 5));
    // the mass is drawn in the colour of accents
    const found = await lab(page).evaluate((node) => {
      const canvas = node.shadowRoot?.querySelector(".picture:not(.off) canvas") as HTMLCanvasElement;
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      const sum = [0, 0, 0];
      const ratio = canvas.width / canvas.clientWidth;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === 0x17 && data[i + 1] === 0x4e && data[i + 2] === 0xa6)
          for (const [k, part] of [(i / 4) % canvas.width, Math.floor(i / 4 / canvas.width), 1].entries())
            sum[k] += part;
      return [sum[0] / sum[2] / ratio, sum[1] / sum[2] / ratio] as [number, number];
    });
    const drag = async (from: [number, number], to: [number, number]) => {
      const a = await place(".picture", from);
      const b = await place(".picture", to);
      await page.mouse.move(a.x, a.y);
      await page.mouse.down();
      await page.mouse.move(b.x, b.y, { steps: 3 });
      await page.mouse.up();
    };
    const start = await mass();
    const [x, y] = found;
    await drag(found, [x - 60, y + 30]);
    const moved = await mass();
    expect(moved[0]).toBeLessThan(start[0]);
    // down as much as half of left, whatever the picture's scale
    expect((moved[1] - start[1]) / (moved[0] - start[0])).toBeCloseTo(0.5, 1);
    await drag([x - 60, y + 30], found);
    const back = await mass();
    for (const i of [0, 1]) expect(Math.abs(back[i] - start[i])).toBeLessThan(0.05);
    const track = ".control:has([name=damping]) .slider";
    const width = await lab(page).evaluate(
      (node, track) => node.shadowRoot?.querySelector(track)?.clientWidth ?? 0,
      track,
    );
    const { x: left, y: top } = await place(track, [9 + 0.75 * (width - 18), 12]);
    await page.mouse.click(left, top);
    const shown = await lab(page).evaluate((node, track) => {
      const input = node.shadowRoot?.querySelector(`${track} input`) as HTMLInputElement;
      return Number(input.value) / 1000;
    }, track);
    expect(shown).toBeCloseTo(0.75, 1);
  });
}

const TENT = { "tent.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n" };

test("files are read in a frame with srcdoc, and in one without origin the true reason is given", {
  tag: "@firefox",
}, async ({ page }) => {
  const inner = html(
    '<spring-lab scene="mesh" src="tent.obj" loading="eager"></spring-lab>',
    '<script src="spring-lab.js" type="module"></script>',
  );
  const text = inner.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  await course(page, `<iframe srcdoc="${text}" width="700" height="500"></iframe>`, { files: TENT });
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect
    .poll(() => frame.locator("spring-lab").evaluate((node) => Reflect.get(node, "simulation")?.positions.length))
    .toBe(9);
  await expect(frame.getByRole("alert")).toHaveText("");
  await course(page, `<iframe srcdoc="${text}" sandbox="allow-scripts" width="700" height="500"></iframe>`, {
    files: TENT,
    headers: { "access-control-allow-origin": "*" },
  });
  await expect(frame.getByRole("alert")).toHaveText(
    'The attribute src reads no files in a page without a server or in a frame with a sandbox; "tent.obj" was given.',
  );
});

test("the classic script runs in pages of any encoding", async ({ page }) => {
  for (const encoding of ["", '<meta charset="iso-8859-1">', '<meta charset="shift_jis">', '<meta charset="utf-16">']) {
    const head = `${encoding}<title>Course</title><script src="spring-lab.classic.js" defer></script>`;
    const folder = folderOf({ "page.html": `<!doctype html>${head}<spring-lab scene="damper"></spring-lab>` });
    await page.goto(folder.file("page.html"));
    await runs(page);
    await expect(page.getByRole("slider", { name: "Damping μ" }), encoding).toBeVisible();
  }
});
