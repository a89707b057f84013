// WebKitGTK by its own driver, with the built site: a small part of Playwright, which lacks
// WebKitGTK.
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { WebDriver } from "selenium-webdriver";
import { Builder, Key, Origin } from "selenium-webdriver";
import { preview } from "vite";
import { find, root } from "../../tools/task.js";
import { freePort } from "../foreign.ts";

/** Longest time in ms that a test waits, for busy machines. */
const TIMEOUT_MS = 20_000;

/** The window's size in px. */
const WIDTH = 1366;
const HEIGHT = 900;

export { Key };

/** Window of WebKit on the built site. */
export class Window {
  #driver;
  #server;
  #service;
  #site;

  constructor(
    driver: WebDriver,
    server: Awaited<ReturnType<typeof preview>>,
    service: import("node:child_process").ChildProcess,
  ) {
    this.#driver = driver;
    this.#server = server;
    this.#service = service;
    this.#site = server.resolvedUrls?.local[0]; // its address, also when the server is gone
  }

  static async open() {
    const program = find("WebKitWebDriver");
    if (!program) throw new Error("WebKitWebDriver is missing: install the package webkit2gtk-driver.");
    const server = await preview({
      configFile: join(root, "www/vite.config.ts"),
      preview: { port: await freePort(), strictPort: true },
      logLevel: "silent",
    });
    const port = await freePort();
    const service = spawn(program, [`--port=${port}`], { stdio: "ignore" });
    await listening(port);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({ browserName: "MiniBrowser" })
      .build();
    await driver.manage().window().setRect({ x: 0, y: 0, width: WIDTH, height: HEIGHT });
    return new Window(driver, server, service);
  }

  async close() {
    await this.#driver.quit();
    this.#service.kill();
    await this.#server.close();
  }

  /** Ends the site's server. */
  async disconnect() {
    await this.#server.close();
  }

  /** Opens an address, or a path of the site. */
  async visit(address: string) {
    await this.#driver.get(new URL(address, this.#site).href);
  }

  /** Opens a page and waits until its laboratories in view run. */
  async goTo(path: string) {
    await this.visit(path);
    await this.until(() =>
      [...document.querySelectorAll("spring-lab")].every(
        (lab) => lab.getBoundingClientRect().top > innerHeight || ("simulation" in lab && lab.simulation),
      ),
    );
    await this.ask(() => {
      const errors: string[] = [];
      Object.assign(window, { errors });
      addEventListener("error", ({ message }) => errors.push(message));
      addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
    });
  }

  /** Result of a function that runs in the page and uses nothing but its parameters. */
  async ask<T, G extends unknown[]>(find: (...given: G) => T, ...given: G): Promise<Awaited<T>> {
    return this.#driver.executeScript(`return (${find}).apply(null, arguments)`, ...given) as Promise<Awaited<T>>;
  }

  /** Waits until a function that runs in the page returns a truthy value. */
  async until<G extends unknown[]>(find: (...given: G) => unknown, ...given: G) {
    await this.#driver.wait(() => this.ask(find, ...given), TIMEOUT_MS, `${find} with ${JSON.stringify(given)}`, 50);
  }

  /** Presses keys where the focus is. */
  async press(...keys: string[]) {
    await this.#driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  /** Presses the mouse at a place in the window and moves it to another. */
  async hold(from: [x: number, y: number], to: [x: number, y: number]) {
    const [place, target] = [from, to].map(([x, y]) => ({
      x: Math.round(x),
      y: Math.round(y),
      origin: Origin.VIEWPORT,
    }));
    const middle = { ...place, x: Math.round((place.x + target.x) / 2), y: Math.round((place.y + target.y) / 2) };
    await this.#driver.actions().move(place).press().move(middle).move(target).perform();
  }

  /** Lets go of the mouse. */
  async letGo() {
    await this.#driver.actions().release().perform();
  }

  /** Uncaught errors since the page was opened. */
  async errors(): Promise<string[]> {
    return this.ask(() => Reflect.get(window, "errors"));
  }
}

async function listening(port: number) {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    if (answer) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("WebKitWebDriver does not answer.");
}
