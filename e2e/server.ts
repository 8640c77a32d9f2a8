import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../apps/server/src/kit/port.ts";
import { buildWeb } from "../bin/setup.js";
import { newestMail } from "./mail.ts";

const main = join(import.meta.dirname, "../apps/server/src/main.ts");

/** A whole server in a process of its own, which can be killed and started again on the same data and port. */
export class ServerProcess {
  readonly address: string;
  readonly port: number;
  readonly #dataDir: string;
  readonly #settings: Record<string, string>;
  #child: ChildProcess | undefined;

  private constructor(port: number, settings: Record<string, string>) {
    this.port = port;
    this.address = `http://localhost:${port}`;
    this.#settings = settings;
    this.#dataDir = mkdtempSync(join(tmpdir(), "kakehashi-e2e-"));
    // As root the database runs under its own account, which passes through this folder.
    chmodSync(this.#dataDir, 0o711);
  }

  /** Starts on an empty folder and a free port. */
  static async start(settings: Record<string, string> = {}): Promise<ServerProcess> {
    await buildWeb();
    const server = new ServerProcess(await freePort("127.0.0.1"), settings);
    try {
      await server.start();
    } catch (error) {
      await server.remove();
      throw error;
    }
    return server;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(this.port),
        DATA_DIR: this.#dataDir,
        DEMO: "0",
        LOG_LEVEL: "error",
        ...this.#settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith("Kakehashi is at ")) continue;
      child.stdout.resume();
      return;
    }
    throw new Error("The server ended before it was ready.");
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

  /** The newest mail in the outbox to an address, as text; undefined before it is there. */
  mailTo(address: string): string | undefined {
    return newestMail(join(this.#dataDir, "outbox"), address);
  }
}
