import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { serverEnvironment, serverProgram } from "../bin/server.js";
import { endProcess, hold } from "./load/run.ts";

/** How memory is read: once a second until it stands still, for V8 returns what it freed only after a while. */
const settling = { least: 10, most: 40, steady: 6, within: 0.01 };

export interface Server extends AsyncDisposable {
  /** Without a trailing slash. */
  url: string;
  live: string;
  /** Seconds of processor time used so far, in all threads. */
  cpuSeconds(): Promise<number>;
  /**
   * Milliseconds that the server's event loop was blocked at most since this was asked last, told too long rather than
   * too short: by up to the time between two of its looks at the clock.
   */
  longestBlock(): Promise<number>;
  /** Bytes of the process in memory, once they stand still. */
  settledMemory(): Promise<number>;
}

export interface ServerOptions {
  databaseUrl: string;
  dataDir: string;
  /** Where V8 leaves its profile, if one is wanted. */
  profileDir: string | undefined;
}

/** The server as it is started for real, in a process of its own. */
export async function startServer({ databaseUrl, dataDir, profileDir }: ServerOptions): Promise<Server> {
  const flags = profileDir ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`] : [];
  const child = hold(
    spawn(process.execPath, [...flags, ...serverProgram], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        ...serverEnvironment,
        PORT: "0",
        HOST: "127.0.0.1",
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        DEMO: "0",
        LOG_LEVEL: "warn",
      },
    }),
  );
  const end = () => endProcess(child, "SIGTERM");
  try {
    if (!child.stdout) throw new Error("The server cannot be heard");
    const url = await Promise.race([
      address(createInterface({ input: child.stdout })),
      once(child, "exit").then(() => Promise.reject(new Error("The server did not start"))),
    ]);
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const value = new RegExp(`^${name} ([\\d.e+]+)$`, "m").exec(text)?.[1];
      if (value === undefined) throw new Error(`The server has no metric ${name}`);
      return Number(value);
    };
    return {
      url,
      live: `${url.replace("http:", "ws:")}/api/live`,
      longestBlock: async () => (await metric("nodejs_eventloop_lag_max_seconds")) * 1000,
      cpuSeconds: () => metric("process_cpu_seconds_total"),
      settledMemory: () => settle(() => metric("process_resident_memory_bytes")),
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function address(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const port = /^Kakehashi is at http:\/\/localhost:(\d+)$/.exec(line)?.[1];
    if (port) return `http://127.0.0.1:${port}`;
  }
  throw new Error("The server did not say where it is");
}

async function settle(read: () => Promise<number>): Promise<number> {
  const readings: number[] = [];
  for (;;) {
    readings.push(await read());
    const last = readings.slice(-settling.steady);
    const still = Math.max(...last) - Math.min(...last) < settling.within * Math.max(...last);
    if (readings.length >= settling.most || (readings.length >= settling.least && still)) {
      return readings.at(-1) ?? Number.NaN;
    }
    await wait(1_000);
  }
}
