import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const main = join(import.meta.dirname, "../apps/server/src/main.ts");

/** Signs in at its desk. */
export const admin = { email: "admin@kakehashi.example", password: "Bridge2026" };

export interface SiteServer extends AsyncDisposable {
  /** Without a trailing slash. */
  address: string;
}

/** The built server as a stranger meets it: nobody in it but an admin, the first articles in the blog. */
export async function startSite(): Promise<SiteServer> {
  const folder = await mkdtemp(join(tmpdir(), "kakehashi-site-"));
  const server = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: join(folder, "data"),
      DEMO: "0",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(server, "exit");
  const stop = async () => {
    server.kill("SIGTERM");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /^Kakehashi is at (\S+)$/.exec(line)?.[1];
    if (!address) continue;
    server.stdout.resume();
    return { address, [Symbol.asyncDispose]: stop };
  }
  await stop();
  throw new Error("The server did not start");
}
