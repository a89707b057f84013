// Functions that tests run in a page, by whichever driver: each stands alone.

/** @import { SpringLab } from "../www/spring-lab.js" */

/**
 * Pixels in the colour of a custom property: their number, centre in the window and height, the
 * last two in px.
 * @param {readonly [lab: number, property: string, canvas: number]} which
 */
export async function pixels([index, property, place]) {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame); // the picture shows the last change
  const lab = /** @type {SpringLab} */ (document.querySelectorAll("spring-lab")[index]);
  const canvas = /** @type {HTMLCanvasElement} */ (lab.shadowRoot?.querySelectorAll("canvas")[place]);
  const probe = document.createElement("span");
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
  probe.remove();
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    copy.getContext("2d", { willReadFrequently: true })
  );
  context.drawImage(canvas, 0, 0);
  const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
  let [count, x, y, first, last] = [0, 0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    if (data[i] !== r || data[i + 1] !== g || data[i + 2] !== b) continue;
    count += 1;
    x += (i / 4) % width;
    last = Math.floor(i / 4 / width);
    y += last;
    first = count > 1 ? first : last;
  }
  const { left, top, width: shown } = canvas.getBoundingClientRect(); // in px of the window, after any CSS scaling
  const ratio = canvas.width / shown;
  return { count, x: left + x / count / ratio, y: top + y / count / ratio, rows: (last - first) / ratio };
}

/**
 * The next file that the page saves, read in the page: not every driver reports downloads.
 * @param {string} [text]  of a button in the first laboratory to press for it
 */
export function handOver(text) {
  return /** @type {Promise<{ name: string, data: string }>} */ (
    new Promise((resolve) => {
      const { createObjectURL } = URL;
      const { click } = HTMLAnchorElement.prototype;
      URL.createObjectURL = (/** @type {Blob} */ blob) => {
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
    })
  );
}
