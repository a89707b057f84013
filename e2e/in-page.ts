// Functions that tests run in a page, by whichever driver: each stands alone.
import type { SpringLab } from "../www/spring-lab.ts";

/**
 * Pixels in the colour of a custom property: their number, and the centre, left and right end of
 * the places in the window in px.
 * @param which  near: the largest difference of a channel
 */
export async function pixels([index, property, place, near = 0]: readonly [
  lab: number,
  property: string,
  canvas: number,
  near?: number,
]) {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame); // the picture shows the last change
  const lab = document.querySelectorAll("spring-lab")[index] as SpringLab;
  const canvases = ["[role=application]", ":not([role=application])"].flatMap((role) => [
    ...(lab.shadowRoot as ShadowRoot).querySelectorAll(`canvas${role}`),
  ]);
  const canvas = canvases.filter((node) => node.checkVisibility())[place] as HTMLCanvasElement;
  const probe = document.createElement("span");
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
  probe.remove();
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d", { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  context.drawImage(canvas, 0, 0);
  const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
  const { left, top, width: shown } = canvas.getBoundingClientRect(); // in px of the window, after any CSS scaling
  const ratio = canvas.width / shown;
  const of = { count: 0, x: 0, y: 0, left: Number.POSITIVE_INFINITY, right: 0 };
  for (let i = 0; i < data.length; i += 4) {
    if (Math.max(Math.abs(data[i] - r), Math.abs(data[i + 1] - g), Math.abs(data[i + 2] - b)) > near) continue;
    const x = left + ((i / 4) % width) / ratio;
    of.count += 1;
    of.x += x;
    of.y += top + Math.floor(i / 4 / width) / ratio;
    of.left = Math.min(of.left, x);
    of.right = Math.max(of.right, x);
  }
  return { ...of, x: of.x / of.count, y: of.y / of.count };
}

/**
 * The next file that the page saves, read in the page: not every driver reports downloads.
 * @param text  of a button in the first laboratory to press for it
 */
export function handOver(text?: string) {
  return new Promise((resolve) => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = (blob: Blob) => {
      HTMLAnchorElement.prototype.click = function () {
        Object.assign(URL, { createObjectURL });
        Object.assign(HTMLAnchorElement.prototype, { click });
        const reader = new FileReader();
        reader.onload = () => resolve({ name: this.download, data: String(reader.result) });
        reader.readAsDataURL(blob); // a list of numbers takes Firefox's driver seconds
      };
      return createObjectURL(blob);
    };
    const buttons = document.querySelector("spring-lab")?.shadowRoot?.querySelectorAll("button") ?? [];
    if (text) [...buttons].find((button) => button.textContent === text)?.click();
  }) as Promise<{ name: string; data: string }>;
}
