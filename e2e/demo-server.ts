import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { newestMail } from "./mail.ts";

const main = join(import.meta.dirname, "../apps/server/src/main.ts");

export interface DemoServer {
  /** Without a trailing slash. */
  readonly address: string;
  readonly password: string;
  /** The newest mail to an address, as text; undefined before it is there. */
  mailTo(address: string): string | undefined;
  stop(): Promise<void>;
}

/** A server of its own with the demo workspace, in a folder that goes when it stops. */
export async function startDemoServer(): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), "kakehashi-demo-"));
  const password = "Demo-of-bridges-1";
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: join(folder, "data"),
      DEMO: "1",
      DEMO_PASSWORD: password,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    await stopProcess(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const outbox = join(folder, "data", "outbox");
    return {
      address: await addressOf(server),
      password,
      mailTo: (address) => newestMail(outbox, address),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressOf(server: ChildProcess): Promise<string> {
  if (server.stdout) {
    for await (const line of createInterface({ input: server.stdout })) {
      const port = /^Kakehashi is at \S*:(\d+)$/.exec(line)?.[1];
      if (!port) continue;
      server.stdout.resume();
      return `http://127.0.0.1:${port}`;
    }
  }
  throw new Error("The server ended before it was ready.");
}

async function stopProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
}
