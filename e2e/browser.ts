import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const chromiumPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const headlessShells = ["/usr/bin/chromium-headless-shell"];

/** Returns the path of Chromium: the path in the variable `CHROMIUM_PATH`, or that of an installed Chromium. */
export function findChromiumPath(): string {
  const path = findExistingPath(process.env.CHROMIUM_PATH, ...chromiumPaths, chromium.executablePath());
  if (!path) throw new Error("No Chromium was found. Install it, or name its path in CHROMIUM_PATH.");
  return path;
}

/**
 * Launches a browser without windows for tests. This is the headless shell, which needs half the processor time, or
 * Chromium if there is no headless shell. The headless shell shows no desktop notifications, and renders text slightly
 * differently.
 */
export function launchBrowser(): Promise<Browser> {
  return launchExecutable(
    findExistingPath(process.env.HEADLESS_SHELL_PATH, ...headlessShells) ?? findChromiumPath(),
  );
}

/** Launches the full Chromium, for measurements, screenshots and desktop notifications. */
export function launchFullBrowser(): Promise<Browser> {
  return launchExecutable(findChromiumPath());
}

function findExistingPath(...paths: (string | undefined)[]): string | undefined {
  return paths.find((path) => path && existsSync(path));
}

/**
 * How long tests wait for a page in milliseconds. On a busy computer, a page has needed longer than Playwright's
 * default of 30 s. A test must not fail because it is slow.
 */
const waitTimeoutMs = 60_000;

async function launchExecutable(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    // Without a UTF-8 locale, Chromium cannot save files with non-ASCII names.
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
  const originalNewContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await originalNewContext(options);
    context.setDefaultTimeout(waitTimeoutMs);
    return context;
  };
  return browser;
}
