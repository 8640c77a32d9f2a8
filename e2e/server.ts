import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { serverEnvironment, serverProgram } from "../bin/server.js";
import { buildWeb } from "../bin/setup.js";
import { newestMail } from "./mail.ts";

const run = promisify(execFile);
/** Milliseconds in which a database must have stopped. */
const patience = 60_000;

/** What a server is told by its environment. */
export type Settings = Readonly<Record<string, string>>;

/**
 * A port that nobody has, below those that systems give to outgoing connections: a killed server finds its own again,
 * which one of those could have taken meanwhile.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}

/** A whole server in a process of its own, which can be killed and started again on the same data and port. */
export class ServerProcess implements AsyncDisposable {
  readonly #dataDir: string;
  readonly #settings: Settings;
  #child: ChildProcess | undefined;
  #address = "";
  #port: number | undefined;

  private constructor(settings: Settings) {
    this.#settings = settings;
    this.#dataDir = mkdtempSync(join(tmpdir(), "kakehashi-e2e-"));
    // As root the database runs under its own account, which passes through this folder.
    chmodSync(this.#dataDir, 0o711);
  }

  /** Starts on a free port and a folder of its own: empty, or a copy of one that a stopped server left. */
  static async start(settings: Settings = {}, copied?: string): Promise<ServerProcess> {
    await buildWeb();
    const server = new ServerProcess(settings);
    try {
      // What belongs to the database's account has to stay so, which the runtime's own copy does not see to.
      if (copied) await run("cp", ["-a", `${copied}/.`, server.#dataDir]);
      await server.start();
    } catch (error) {
      await server.remove();
      throw error;
    }
    return server;
  }

  /** What such a server has made of an empty folder, for others to start on: the folder. */
  static async prepare(settings: Settings): Promise<string> {
    const server = await ServerProcess.start(settings);
    await server.stop();
    // On a busy machine a server is gone before its database has written everything down.
    const database = join(server.#dataDir, "postgres", "postmaster.pid");
    for (const until = performance.now() + patience; existsSync(database); await wait(20))
      if (performance.now() > until) throw new Error("The prepared database did not stop.");
    return server.#dataDir;
  }

  async start(): Promise<void> {
    this.#port ??= await freePort();
    const child = spawn(process.execPath, serverProgram, {
      env: {
        ...process.env,
        ...serverEnvironment,
        HOST: "127.0.0.1",
        PORT: String(this.#port),
        DATA_DIR: this.#dataDir,
        DEMO: "0",
        LOG_LEVEL: "error",
        // Tests click faster than people do, and all come from one address.
        CALL_LIMITS_FACTOR: "100",
        ...this.#settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /^Kakehashi is at (\S+)$/.exec(line)?.[1];
      if (!address) continue;
      this.#address = address;
      child.stdout.resume();
      return;
    }
    throw new Error("The server ended before it was ready.");
  }

  /** As the server names itself, without a trailing slash. */
  get address(): string {
    return this.#address;
  }

  get port(): number {
    return Number(new URL(this.#address).port);
  }

  /** Of the process, while it runs. */
  get pid(): number {
    const { pid } = this.#child ?? {};
    if (pid === undefined) throw new Error("The server does not run.");
    return pid;
  }

  /** Of the embedded database's first process. */
  get databasePid(): number {
    return Number(readFileSync(join(this.#dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  }

  /** No farewell to anybody: SIGKILL. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Answers how it ended. */
  async stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    }
    return child.exitCode;
  }

  /** Stops it and takes its data away. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }

  /** The newest mail in the outbox to an address, as text; undefined before it is there. */
  mailTo(address: string): string | undefined {
    return newestMail(join(this.#dataDir, "outbox"), address);
  }
}
