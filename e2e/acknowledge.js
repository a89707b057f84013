// Lets Firefox answer without waiting. It keeps a small packet back until the one before is acknowledged (Nagle's algorithm), which Linux puts
// off by 40 ms unless something is sent that can carry it: a click took 225 ms in place of 65.
import { subscribe } from "node:diagnostics_channel";

/** @import { Socket } from "node:net" */

/** A frame of WebSocket without content that may be sent unasked (RFC 6455, 5.5.3). Firefox takes no mask of zeros. */
const PONG = Uint8Array.of(0x8a, 0x80, 1, 1, 1, 1);

const UPGRADED = "HTTP/1.1 101 ";

/** Has every WebSocket that this process opens acknowledge at once what it gets. */
export function acknowledge() {
  subscribe("net.client.socket", (message) => {
    const { socket } = /** @type {{ socket: Socket }} */ (message);
    socket.once("data", (first) => {
      if (first.toString("latin1", 0, UPGRADED.length) !== UPGRADED) return;
      socket.on("data", () => socket.writable && socket.write(PONG));
    });
  });
}
