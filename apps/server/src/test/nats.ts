import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { findFreePort } from "../kit/port.ts";

const runProgram = promisify(execFile);
const cacheFolder = join(import.meta.dirname, "../../../../.cache/nats");
const pathInPackage = "usr/sbin/nats-server";
const natsPrograms = [
  "/usr/sbin/nats-server",
  "/usr/local/bin/nats-server",
  "/usr/bin/nats-server",
  join(cacheFolder, pathInPackage),
];

/** The path of the NATS server program, or the reason why it was not found. */
export type NatsProgramSearchResult = { programPath: string } | { missingReason: string };

/**
 * Finds the NATS server program on this computer. If there is none, unpacks Debian's package next to the source code.
 * An installed package would run as a service, so the package is not installed.
 */
export async function findNatsProgram(): Promise<NatsProgramSearchResult> {
  const findProgram = () => natsPrograms.find((path) => existsSync(path));
  const programPath = findProgram();
  if (programPath) return { programPath };
  try {
    await unpackDebianPackage();
  } catch (error) {
    return { missingReason: `no nats-server here, and Debian's package cannot be had: ${lastLineOf(error)}` };
  }
  return { programPath: findProgram() ?? "" };
}

async function unpackDebianPackage(): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true });
  const draft = mkdtempSync(join(cacheFolder, "draft-"));
  try {
    const download = () => runProgram("apt-get", ["download", "nats-server"], { cwd: draft });
    await download().catch(async (error: unknown) => {
      if (process.getuid?.() !== 0) throw error;
      // A fresh installation of Debian has no package lists, so load them and try again.
      await runProgram("apt-get", ["update"]);
      await download();
    });
    const [name = ""] = readdirSync(draft);
    await runProgram("dpkg-deb", ["-x", join(draft, name), join(draft, "unpacked")]);
    if (!existsSync(join(cacheFolder, "usr")))
      renameSync(join(draft, "unpacked", "usr"), join(cacheFolder, "usr"));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function lastLineOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .trim()
    .split("\n")
    .at(-1) as string;
}

export class NatsServer {
  readonly url: string;
  readonly port: number;
  readonly #program: string;
  #child: ChildProcess | undefined;

  private constructor(program: string, port: number) {
    this.#program = program;
    this.port = port;
    this.url = `nats://127.0.0.1:${port}`;
  }

  static async start(program: string): Promise<NatsServer> {
    const server = new NatsServer(program, await findFreePort("127.0.0.1"));
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const child = spawn(this.#program, ["-a", "127.0.0.1", "-p", String(this.port)], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      lines.push(line);
      if (!line.includes("Server is ready")) continue;
      child.stderr.resume();
      return;
    }
    throw new Error(`NATS did not start: ${lines.join("\n")}`);
  }

  /** Makes the NATS server unresponsive until `thaw`. Its connections stay open. */
  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child?.kill("SIGCONT");
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

/** A proxy between one client and a NATS server. A test can break the connection through it. */
export class NatsProxy {
  readonly url: string;
  readonly #port: number;
  readonly #targetPort: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  private constructor(port: number, targetPort: number) {
    this.#port = port;
    this.#targetPort = targetPort;
    this.url = `nats://127.0.0.1:${port}`;
  }

  static async startFor({ port }: NatsServer): Promise<NatsProxy> {
    const natsProxy = new NatsProxy(await findFreePort("127.0.0.1"), port);
    await natsProxy.restoreConnections();
    return natsProxy;
  }

  async restoreConnections(): Promise<void> {
    const server = createServer((clientSocket) => {
      const targetSocket = connect(this.#targetPort, "127.0.0.1");
      clientSocket.pipe(targetSocket).pipe(clientSocket);
      for (const [socket, pairedSocket] of [
        [clientSocket, targetSocket],
        [targetSocket, clientSocket],
      ] as const) {
        this.#sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          this.#sockets.delete(socket);
          pairedSocket.destroy();
        });
      }
    });
    this.#server = server;
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
  }

  async cutConnections(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
