/** Milliseconds between checks for a new build (docs/rules.md). */
export const pollIntervalMs = 60 * 60 * 1000;
/** Within this many milliseconds, a page is not reloaded twice (docs/rules.md). */
export const reloadGuardMs = 10_000;

const address = "/latest-build.json";
const reloadedKey = "reloaded-at";

export interface BuildParts {
  /** The id of the build that this page belongs to. */
  own: string;
  fetch: (address: string, options: RequestInit) => Promise<Response>;
  now: () => number;
}

/** Whether the server has another build than this page. False when unknown. */
export async function isOutdated({ own, fetch }: Pick<BuildParts, "own" | "fetch">): Promise<boolean> {
  try {
    const response = await fetch(address, { cache: "no-store" });
    if (!response.ok) return false;
    const { id }: { id?: unknown } = await response.json();
    return typeof id === "string" && id !== own;
  } catch {
    return false;
  }
}

/**
 * Checks for a new build every hour, and when a page that was hidden for an hour is shown again. Calls
 * `onOutdated` once.
 */
export function watchBuild(onOutdated: () => void, parts: BuildParts): () => void {
  let checkedAtMs = parts.now();
  let told = false;
  async function check(): Promise<void> {
    checkedAtMs = parts.now();
    if (told || !(await isOutdated(parts)) || told) return;
    told = true;
    onOutdated();
  }
  const timer = setInterval(() => void check(), pollIntervalMs);
  const onVisible = () => {
    // Browsers slow down or stop the timers of hidden pages.
    if (!document.hidden && parts.now() - checkedAtMs >= pollIntervalMs) void check();
  };
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

interface Reloading extends Pick<BuildParts, "fetch" | "now"> {
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly reload: () => void;
}

/**
 * Handles code that failed to load, usually because a newer build has replaced it. Reloads the page once: if it fails
 * again at once, it would fail forever. Does not reload offline, because the current page is better than none.
 */
export async function reloadForPart({ storage, fetch, now, reload }: Reloading): Promise<void> {
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  const last = Number(storage.getItem(reloadedKey) ?? 0);
  if (!answer?.ok || now() - last < reloadGuardMs) return;
  storage.setItem(reloadedKey, String(now()));
  reload();
}
