import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The address of a socket: a port of the loopback address, or the path of a Unix socket. */
export type PortOrSocketPath = number | string;

const connectOptions = (address: PortOrSocketPath) =>
  typeof address === "number" ? { port: address, host: "127.0.0.1" } : { path: address };

/**
 * A proxy that forwards all bytes between a client and a server (`target`). A test can close and reopen it, like a
 * network that fails and recovers.
 */
export class ConnectionProxy {
  readonly #target: PortOrSocketPath;
  readonly socketPairs = new Set<[Socket, Socket]>();
  #isHoldingData = false;
  #bytesUntilCut = Number.POSITIVE_INFINITY;
  #server: Server | undefined;
  /** How many bytes the proxy has received from its target server so far. */
  byteCountFromTarget = 0;
  /** The proxy's own address, to which clients connect instead of the target's address. */
  address: PortOrSocketPath;

  private constructor(target: PortOrSocketPath, listenAddress: PortOrSocketPath) {
    this.#target = target;
    this.address = listenAddress;
  }

  /** Opens a proxy that listens at `listenAddress`. Default: a free port. */
  static async open(target: PortOrSocketPath, listenAddress: PortOrSocketPath = 0): Promise<ConnectionProxy> {
    const gate = new ConnectionProxy(target, listenAddress);
    await gate.open();
    return gate;
  }

  async open(): Promise<void> {
    const server = createServer((clientSocket) => this.joinSockets(clientSocket));
    server.listen(connectOptions(this.address));
    await once(server, "listening");
    if (typeof this.address === "number") this.address = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  joinSockets(clientSocket: Socket): void {
    const targetSocket = connect(connectOptions(this.#target));
    const sockets: [Socket, Socket] = [clientSocket, targetSocket];
    this.socketPairs.add(sockets);
    for (const socket of sockets) {
      socket.on("error", () => {});
      socket.on("close", () => {
        for (const pairedSocket of sockets) pairedSocket.destroy();
        this.socketPairs.delete(sockets);
      });
    }
    clientSocket.pipe(targetSocket);
    targetSocket.on("data", (data: Buffer) => this.#forwardToClient(clientSocket, data));
    targetSocket.on("end", () => clientSocket.end());
    if (this.#isHoldingData) for (const socket of sockets) socket.pause();
  }

  #forwardToClient(clientSocket: Socket, data: Buffer): void {
    this.byteCountFromTarget += data.length;
    const allowedBytes = data.subarray(0, this.#bytesUntilCut);
    this.#bytesUntilCut -= allowedBytes.length;
    if (this.#bytesUntilCut > 0) {
      clientSocket.write(allowedBytes);
      return;
    }
    this.#bytesUntilCut = Number.POSITIVE_INFINITY;
    // The limit of `cutAfterBytes` is reached: forward the last allowed bytes, drop all later ones, and break all
    // connections.
    clientSocket.end(allowedBytes, () => this.cutConnections());
  }

  /** After this many more bytes from the target, breaks all connections, even in the middle of a frame. */
  cutAfterBytes(byteCount: number): void {
    if (byteCount <= 0) this.cutConnections();
    else this.#bytesUntilCut = byteCount;
  }

  /** Holds back all bytes until `releaseData` is called. The connections stay open. */
  holdData(): void {
    this.#isHoldingData = true;
    for (const pair of this.socketPairs) for (const socket of pair) socket.pause();
  }

  releaseData(): void {
    this.#isHoldingData = false;
    for (const pair of this.socketPairs) for (const socket of pair) socket.resume();
  }

  /** Breaks every connection. Clients can reconnect at once. */
  cutConnections(): void {
    for (const pair of this.socketPairs) for (const socket of pair) socket.destroy();
  }

  /** Breaks every connection. Refuses new connections until `open`. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const serverClosed = server && once(server.close(), "close");
    this.cutConnections();
    await serverClosed;
  }
}
