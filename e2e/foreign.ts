// Pages of other sites: files in a temporary folder, with an origin and headers of their own.
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const SCRIPTS = ["spring-lab.js", "spring-lab.classic.js"];

const TYPES: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript" };

/** Lets a server listen at a free port. */
export async function portOf(server: import("node:net").Server) {
  await once(server.listen(0), "listening");
  return (server.address() as AddressInfo).port;
}

/** A port that nothing listens at. */
export async function freePort() {
  const server = createServer();
  const port = await portOf(server);
  await once(server.close(), "close");
  return port;
}

/** A page of another site. */
export function html(body: string, head: string = '<script type="module" src="spring-lab.js"></script>') {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Course</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
}

/** Makes folders and servers that are removed after each test. */
export function folders(test: { afterEach: (end: () => void) => void }) {
  const ends: (() => void)[] = [];
  test.afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  const folderOf = (files: Record<string, string>) => {
    const folder = new Folder(files);
    ends.push(() => folder.remove());
    return folder;
  };
  /**
   * @param headers  of every answer
   * @returns its origin
   */
  const serve = async (folder: Folder, headers?: Record<string, string>): Promise<string> => {
    const { origin, close } = await folder.serve(headers);
    ends.push(close);
    return origin;
  };
  return { folderOf, serve };
}

/** A folder with pages and with the element's scripts. */
export class Folder {
  path = mkdtempSync(join(tmpdir(), "course-"));

  /** @param files  their texts by their names */
  constructor(files: Record<string, string>) {
    for (const name of SCRIPTS) {
      const built = fileURLToPath(new URL(`../dist/lib/${name}`, import.meta.url));
      if (existsSync(built)) copyFileSync(built, join(this.path, name)); // only a whole build has all
    }
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string) {
    writeFileSync(join(this.path, name), text);
  }

  /** The file: address of a page. */
  file(name: string) {
    return pathToFileURL(join(this.path, name)).href;
  }

  /** @param headers  of every answer */
  async serve(headers: Record<string, string> = {}): Promise<{ origin: string; close: () => void }> {
    const server = createServer(({ url = "/" }, answer) => {
      const name = basename(new URL(url, "http://localhost").pathname);
      try {
        const body = readFileSync(join(this.path, name));
        answer
          .writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream", ...headers })
          .end(body);
      } catch {
        answer.writeHead(404).end();
      }
    });
    const port = await portOf(server);
    return { origin: `http://localhost:${port}`, close: () => server.close() };
  }

  remove() {
    rmSync(this.path, { recursive: true });
  }
}
