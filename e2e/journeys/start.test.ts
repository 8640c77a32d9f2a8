import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";

// These tests run `npm start` several times, stop it, and kill its processes. All tests share one data folder and run
// in order. A test may leave its server running for the next test.

const startScript = join(import.meta.dirname, "../../bin/start.js");

type StartedServer = { child: ChildProcess; address: string; serverPid: number; lines: string[] };

const dataDir = mkdtempSync(join(tmpdir(), "kakehashi-start-"));
chmodSync(dataDir, 0o711);
const childProcesses: ChildProcess[] = [];

afterAll(async () => {
  for (const childProcess of childProcesses) {
    childProcess.kill("SIGTERM");
    await waitForExitCode(childProcess);
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function spawnNpmStart(): { child: ChildProcess; lines: string[] } {
  const childProcess = spawn(process.execPath, [startScript], {
    cwd: tmpdir(),
    env: { ...process.env, DATA_DIR: dataDir, PORT: "0", NODE_ENV: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  childProcesses.push(childProcess);
  const lines: string[] = [];
  for (const stream of [childProcess.stdout, childProcess.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      childProcess.emit("line", line);
    });
  }
  return { child: childProcess, lines };
}

/** Runs `npm start`. Waits until it has printed the server's URL and the server has served a page. */
async function startServer(): Promise<StartedServer> {
  const { child, lines } = spawnNpmStart();
  const exitFailure = waitForExitCode(child).then(() => Promise.reject(new Error(lines.join("\n"))));
  exitFailure.catch(() => {});
  const findMatchInLines = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean);
  for (;;) {
    const address = findMatchInLines(/Kakehashi is at (\S+)/);
    const pid = findMatchInLines(/"pid":(\d+).*listening/);
    if (address && pid) {
      expect((await fetch(address)).status).toBe(200);
      return { child, address, serverPid: Number(pid), lines };
    }
    await Promise.race([once(child, "line"), exitFailure]);
  }
}

/** Returns the server that an earlier test left running, or starts a new one. */
async function getRunningServer(): Promise<StartedServer> {
  const earlierServer = runningServer;
  runningServer = undefined;
  return earlierServer ?? startServer();
}
let runningServer: StartedServer | undefined;

async function waitForExitCode(childProcess: ChildProcess): Promise<number | null> {
  if (childProcess.exitCode === null && childProcess.signalCode === null) await once(childProcess, "exit");
  return childProcess.exitCode;
}

const getLockFilePath = () => join(dataDir, "postgres", "postmaster.pid");

// This test runs once for each signal. The shared data folder is empty only at the very first start.
test.each(["SIGINT", "SIGTERM"] as const)("%s stops the server and its database in order", async (signal) => {
  const { child } = await startServer();
  child.kill(signal);
  expect(await waitForExitCode(child)).toBe(0);
  expect(existsSync(getLockFilePath())).toBe(false);
});

test("a later start installs and builds nothing", async () => {
  runningServer = await startServer();
  expect(runningServer.lines.filter((line) => /Installing|Building/.test(line))).toEqual([]);
});

test("killing npm start with SIGKILL also ends the server, and both start again", async () => {
  const { child, address } = await getRunningServer();
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  await once(socket, "connect");
  const socketClosed = once(socket.resume(), "close");
  child.kill("SIGKILL");
  await waitForExitCode(child);
  await socketClosed;
  runningServer = await startServer();
});

test("killing the server with SIGKILL also ends npm start, and both start again", async () => {
  const { child, serverPid } = await getRunningServer();
  process.kill(serverPid, "SIGKILL");
  expect(await waitForExitCode(child)).toBeNull();
  expect(child.signalCode).toBe("SIGKILL");
  runningServer = await startServer();
});

test("after all processes were killed at once, npm start works again", async () => {
  const { child, serverPid } = await getRunningServer();
  process.kill(serverPid, "SIGKILL");
  child.kill("SIGKILL");
  await waitForExitCode(child);
  runningServer = await startServer();
});

test("a second start on the same data ends with one clear line and harms nothing", async () => {
  const { address } = await getRunningServer();
  const secondProcess = spawnNpmStart();
  // "close" comes only after all output of the process was read.
  await once(secondProcess.child, "close");
  expect(secondProcess.child.exitCode).toBe(1);
  expect(secondProcess.lines).toEqual([expect.stringContaining(`DATA_DIR ${dataDir} is in use by process`)]);
  expect((await fetch(address)).status).toBe(200);
});
