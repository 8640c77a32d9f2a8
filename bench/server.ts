import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { serverEnvironment, serverProgram } from "../bin/server.js";
import { endProcess, trackProcess } from "./load/run.ts";
import { readMemory, readMetric, waitForStableMemory } from "./memory.ts";

export interface BenchServer extends AsyncDisposable {
  /** The server's address, without a trailing slash. */
  url: string;
  live: string;
  /** Returns the seconds of processor time that all threads of the server have used. */
  measureCpuSeconds(): Promise<number>;
  /**
   * Returns the longest time in milliseconds for which the server's event loop was blocked since the previous call of
   * this function. The value may be too large by one measuring interval, but is never too small.
   */
  measureLongestEventLoopBlockMs(): Promise<number>;
  /** Returns how many bytes of memory the process uses now. */
  readMemoryBytes(): Promise<number>;
  /** Waits until the memory of the process is stable. Returns it in bytes. */
  waitForStableMemory(): Promise<number>;
  /** Collects garbage. Returns how many bytes the server's objects and buffers take then. */
  measureLiveBytes(): Promise<number>;
}

export interface ServerOptions {
  databaseUrl: string;
  dataDir: string;
  /** The folder for V8's CPU profile. If undefined, no profile is written. */
  profileDir: string | undefined;
  /** Additional environment variables of the server for this run. They override default variables of the same name. */
  settings?: Readonly<Record<string, string>>;
}

/** The secret key of the server under test. */
export const secretKey = "the-key-of-every-run-that-measures-speed";

/** Node's options for `measureLiveBytes`. They have no effect until this function is called. */
const liveMemoryFlags = [
  "--expose-gc",
  `--import=${pathToFileURL(join(import.meta.dirname, "live-memory.js"))}`,
];

/** Starts the server in a separate process with production settings. */
export async function startServer(options: ServerOptions): Promise<BenchServer> {
  const { databaseUrl, dataDir, profileDir, settings } = options;
  const profilingFlags = profileDir ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`] : [];
  const childProcess = trackProcess(
    spawn(process.execPath, [...profilingFlags, ...liveMemoryFlags, ...serverProgram], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        ...serverEnvironment,
        PORT: "0",
        HOST: "127.0.0.1",
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        SECRET_KEY: secretKey,
        DEMO: "0",
        LOG_LEVEL: "warn",
        // In this bench, few accounts send as many requests as hundreds of people. So the rate limits are raised, but
        // the server still counts the requests.
        CALL_LIMITS_FACTOR: "9999",
        ...settings,
      },
    }),
  );
  const stopServer = () => endProcess(childProcess, "SIGTERM");
  try {
    if (!childProcess.stdout) throw new Error("The server cannot be heard");
    const url = await Promise.race([
      readAddress(createInterface({ input: childProcess.stdout })),
      once(childProcess, "exit").then(() => Promise.reject(new Error("The server did not start"))),
    ]);
    const readServerMetric = (name: string) => readMetric(url, name);
    return {
      url,
      live: `${url.replace("http:", "ws:")}/api/live`,
      measureLongestEventLoopBlockMs: async () =>
        (await readServerMetric("nodejs_eventloop_lag_max_seconds")) * 1000,
      measureCpuSeconds: () => readServerMetric("process_cpu_seconds_total"),
      readMemoryBytes: () => readMemory(url),
      async measureLiveBytes() {
        const answer = once(childProcess, "message");
        childProcess.send("measure");
        const [liveBytes] = (await answer) as [number];
        return liveBytes;
      },
      waitForStableMemory: () => waitForStableMemory(() => readMemory(url)),
      [Symbol.asyncDispose]: stopServer,
    };
  } catch (error) {
    await stopServer();
    throw error;
  }
}

async function readAddress(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const port = /^Kakehashi is at http:\/\/localhost:(\d+)$/.exec(line)?.[1];
    if (port) return `http://127.0.0.1:${port}`;
  }
  throw new Error("The server did not say where it is");
}
