import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { createTemporaryFolder } from "../apps/server/src/kit/db/temporary.ts";
import { serverEnvironment, serverProgram } from "../bin/server.js";
import { buildWeb } from "../bin/setup.js";
import { readNewestMail } from "./mail.ts";

const runCommand = promisify(execFile);
/** How many milliseconds a database may take to stop. If it takes longer, the test fails. */
const stopTimeoutMs = 60_000;

/** Environment variables for the server under test. */
export type EnvironmentSettings = Readonly<Record<string, string>>;

/**
 * Returns a free port. The port is below the range that operating systems use for outgoing connections. So no other
 * process takes the port while a killed server restarts.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probeServer = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probeServer, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probeServer.close();
    await once(probeServer, "close");
    return port;
  }
}

/** A complete server in a separate process. Tests can kill it and restart it with the same data and port. */
export class ServerProcess implements AsyncDisposable {
  readonly #dataDir: string;
  readonly #settings: EnvironmentSettings;
  #child: ChildProcess | undefined;
  #address = "";
  #port: number | undefined;

  private constructor(settings: EnvironmentSettings, port?: number) {
    this.#settings = settings;
    this.#port = port;
    this.#dataDir = createTemporaryFolder({ inMemory: true });
    // If the tests run as root, PostgreSQL runs under another account, which needs access to this folder.
    chmodSync(this.#dataDir, 0o711);
  }

  /**
   * Starts a server. Its new data folder is empty, or a copy of the given folder of a stopped server. Without a given
   * port, the server uses a free one.
   */
  static async start(
    settings: EnvironmentSettings = {},
    sourceDataDir?: string,
    port?: number,
  ): Promise<ServerProcess> {
    await buildWeb();
    const server = new ServerProcess(settings, port);
    try {
      // `cp -a` keeps the owner of the database's files. Node's copy functions would change it.
      if (sourceDataDir) await runCommand("cp", ["-a", `${sourceDataDir}/.`, server.#dataDir]);
      await server.start();
    } catch (error) {
      await server.stopAndDeleteData();
      throw error;
    }
    return server;
  }

  /**
   * Starts a server in an empty folder and stops it. Returns the data folder, so that other servers can start with a
   * copy of it.
   */
  static async createPreparedFolder(settings: EnvironmentSettings): Promise<string> {
    const server = await ServerProcess.start(settings);
    await server.stop();
    // On a busy computer, the server's process may end before its database has written everything. The database deletes
    // its process id file when it has finished.
    const databasePidFile = join(server.#dataDir, "postgres", "postmaster.pid");
    for (const deadlineMs = performance.now() + stopTimeoutMs; existsSync(databasePidFile); await wait(20))
      if (performance.now() > deadlineMs) throw new Error("The prepared database did not stop.");
    return server.#dataDir;
  }

  async start(): Promise<void> {
    this.#port ??= await findFreePort();
    const spawnedProcess = spawn(process.execPath, serverProgram, {
      env: {
        ...process.env,
        ...serverEnvironment,
        HOST: "127.0.0.1",
        PORT: String(this.#port),
        DATA_DIR: this.#dataDir,
        DEMO: "0",
        LOG_LEVEL: "error",
        // Raises the rate limits: tests send requests faster than people, and all from one IP address.
        CALL_LIMITS_FACTOR: "100",
        ...this.#settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = spawnedProcess;
    for await (const line of createInterface({ input: spawnedProcess.stdout })) {
      const address = /^Kakehashi is at (\S+)$/.exec(line)?.[1];
      if (!address) continue;
      this.#address = address;
      spawnedProcess.stdout.resume();
      return;
    }
    throw new Error("The server ended before it was ready.");
  }

  /** The server's URL without a trailing slash. */
  get address(): string {
    return this.#address;
  }

  get port(): number {
    return Number(new URL(this.#address).port);
  }

  /** The id of the server's process. Throws if the server is not running. */
  get pid(): number {
    const { pid } = this.#child ?? {};
    if (pid === undefined) throw new Error("The server does not run.");
    return pid;
  }

  /** The id of the embedded database's main process. */
  get databasePid(): number {
    return Number(readFileSync(join(this.#dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  }

  /** Kills the server with SIGKILL. */
  async kill(): Promise<void> {
    await this.#stopProcess("SIGKILL");
  }

  /** Stops the server and returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#stopProcess("SIGTERM");
  }

  async #stopProcess(signal: NodeJS.Signals): Promise<number | null> {
    const runningProcess = this.#child;
    this.#child = undefined;
    if (!runningProcess) return null;
    if (runningProcess.exitCode === null && runningProcess.signalCode === null) {
      const processExit = once(runningProcess, "exit");
      runningProcess.kill(signal);
      await processExit;
    }
    return runningProcess.exitCode;
  }

  /** Stops the server and deletes its data. */
  async stopAndDeleteData(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopAndDeleteData();
  }

  /** Returns the newest mail to an email address from the server's outbox folder. Undefined if there is none. */
  mailTo(address: string): string | undefined {
    return readNewestMail(join(this.#dataDir, "outbox"), address);
  }
}
