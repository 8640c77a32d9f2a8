import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { endProcess, trackProcess } from "./load/run.ts";

const startScript = join(import.meta.dirname, "../bin/start.js");

/**
 * Runs `npm start` with the embedded database and a data folder from an earlier start. Returns the milliseconds until
 * the server has served a page.
 */
export async function measureLaterStart(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), "kakehashi-bench-"));
  try {
    await measureStart(dataDir);
    return await measureStart(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts the server, and stops it after it has served one page. Returns the milliseconds until this page arrived. */
async function measureStart(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const childProcess = trackProcess(
    spawn(process.execPath, [startScript], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: "0", DEMO: "0", NODE_ENV: "" },
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  try {
    const rejectionOnExit = once(childProcess, "exit").then(() =>
      Promise.reject(new Error("npm start ended")),
    );
    const address = await Promise.race([
      readServerAddress(createInterface({ input: childProcess.stdout })),
      rejectionOnExit,
    ]);
    const response = await fetch(address);
    await response.text();
    if (!response.ok) throw new Error(`The first page is a ${response.status}`);
    return performance.now() - startedAt;
  } finally {
    await endProcess(childProcess, "SIGTERM");
  }
}

async function readServerAddress(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /Kakehashi is at (\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("npm start named no address");
}
