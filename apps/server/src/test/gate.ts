import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** An address to connect to: a port of the loopback address, or a socket's path. */
export type Place = number | string;

const at = (place: Place) =>
  typeof place === "number" ? { port: place, host: "127.0.0.1" } : { path: place };

/**
 * A proxy between two sides that passes everything on and can be shut, like a network that goes away and
 * comes back.
 */
export class Gate {
  readonly #target: Place;
  readonly #pairs = new Set<[Socket, Socket]>();
  #held = false;
  #left = Number.POSITIVE_INFINITY;
  #server: Server | undefined;
  /** How many bytes the target has sent so far. */
  passedBack = 0;
  /** The proxy's own address, to use instead of the target's. */
  place: Place;

  private constructor(target: Place, place: Place) {
    this.#target = target;
    this.place = place;
  }

  /** Opens a proxy that listens at `place`. Default: a free port. */
  static async open(target: Place, place: Place = 0): Promise<Gate> {
    const gate = new Gate(target, place);
    await gate.open();
    return gate;
  }

  async open(): Promise<void> {
    const server = createServer((near) => this.#join(near));
    server.listen(at(this.place));
    await once(server, "listening");
    if (typeof this.place === "number") this.place = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  #join(near: Socket): void {
    const far = connect(at(this.#target));
    const pair: [Socket, Socket] = [near, far];
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.on("error", () => {});
      socket.on("close", () => {
        for (const each of pair) each.destroy();
        this.#pairs.delete(pair);
      });
    }
    near.pipe(far);
    far.on("data", (data: Buffer) => this.#passBack(near, data));
    far.on("end", () => near.end());
    if (this.#held) for (const socket of pair) socket.pause();
  }

  #passBack(near: Socket, data: Buffer): void {
    this.passedBack += data.length;
    const part = data.subarray(0, this.#left);
    this.#left -= part.length;
    if (this.#left > 0) {
      near.write(part);
      return;
    }
    this.#left = Number.POSITIVE_INFINITY;
    // Bytes that were already passed on still arrive, later ones do not.
    near.end(part, () => this.cut());
  }

  /** Breaks every connection after this many more bytes from the target, even inside a frame. */
  cutAfter(bytes: number): void {
    if (bytes <= 0) this.cut();
    else this.#left = bytes;
  }

  /** Holds back everything, without breaking connections, until `release`. */
  hold(): void {
    this.#held = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  release(): void {
    this.#held = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  /** Breaks every connection. New ones are accepted. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Breaks every connection and accepts no new one until `open`. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server && once(server.close(), "close");
    this.cut();
    await closed;
  }
}
