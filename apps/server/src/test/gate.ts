import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A place to connect to: a port of the loopback address, or a socket's path. */
export type Place = number | string;

const at = (place: Place) =>
  typeof place === "number" ? { port: place, host: "127.0.0.1" } : { path: place };

/** Stands between two sides, passes everything on, and can be shut: as a network that goes away and comes back. */
export class Gate {
  readonly #target: Place;
  readonly #pairs = new Set<[Socket, Socket]>();
  #held = false;
  #left = Number.POSITIVE_INFINITY;
  #server: Server | undefined;
  /** Bytes that came from the target so far. */
  passedBack = 0;
  /** Where to connect to instead of the target. */
  place: Place;

  private constructor(target: Place, place: Place) {
    this.#target = target;
    this.place = place;
  }

  /** `place` is where it listens: a free port unless said. */
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
    // What was let through still arrives; nothing after it does.
    near.end(part, () => this.cut());
  }

  /** Breaks every connection after so many more bytes towards who connected, wherever in a frame that is. */
  cutAfter(bytes: number): void {
    if (bytes <= 0) this.cut();
    else this.#left = bytes;
  }

  /** Swallows everything and breaks nothing, until it is released. */
  hold(): void {
    this.#held = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  release(): void {
    this.#held = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  /** Breaks every connection; new ones come through. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Breaks every connection and takes no new one until it is opened again. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server && once(server.close(), "close");
    this.cut();
    await closed;
  }
}
