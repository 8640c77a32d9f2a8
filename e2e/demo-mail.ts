import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import type { DemoServer } from "./demo-server.ts";

/** The link in the newest mail to an address, once it lies in the outbox. */
export function demoMailedLink(server: DemoServer, email: string): Promise<string> {
  return vi.waitFor(
    () => {
      const mails = readdirSync(server.outbox)
        .filter((name) => name.endsWith(".eml"))
        .sort()
        .map((name) => readFileSync(join(server.outbox, name), "utf8"))
        .filter((mail) => mail.includes(`To: ${email}`));
      // Quoted-printable: a line that goes on ends in "=", and "=" itself is "=3D".
      const text =
        mails
          .at(-1)
          ?.replace(/=\r?\n/g, "")
          .replaceAll("=3D", "=") ?? "";
      const path = /https?:\/\/[^/\s]+(\/\S+token=[\w-]+)/.exec(text)?.[1];
      if (!path) throw new Error("No mail yet");
      return server.address + path;
    },
    { timeout: 15_000 },
  );
}
