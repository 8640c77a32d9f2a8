import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The machine's own Chromium: `CHROMIUM_PATH` names it where it lies elsewhere. */
export function chromiumPath(): string {
  const path = [process.env.CHROMIUM_PATH, ...known, chromium.executablePath()].find(
    (candidate) => candidate && existsSync(candidate),
  );
  if (!path) throw new Error("No Chromium was found. Install it, or name its path in CHROMIUM_PATH.");
  return path;
}

/** A headless browser that talks to nobody but the pages it is given. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    // Where the machine names no character set, Chromium saves nothing under a name that is not ASCII.
    env: { ...process.env, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
