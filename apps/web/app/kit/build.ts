/** Milliseconds between looks for a newer build (docs/rules.md). */
export const pollInterval = 60 * 60 * 1000;
/** Milliseconds in which a page is not loaded anew a second time (docs/rules.md). */
export const reloadGuard = 10_000;

const address = "/latest-build.json";
const reloadedKey = "reloaded-at";

export interface BuildParts {
  /** The id of the build that this page belongs to. */
  own: string;
  fetch: (address: string, options: RequestInit) => Promise<Response>;
  now: () => number;
}

/** Whether the server has another build than this page's. False where that cannot be told. */
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

/** Looks about hourly, and when a page comes back that lay hidden for as long; tells once. */
export function watchBuild(tell: () => void, parts: BuildParts): () => void {
  let looked = parts.now();
  let told = false;
  async function look(): Promise<void> {
    looked = parts.now();
    if (told || !(await isOutdated(parts)) || told) return;
    told = true;
    tell();
  }
  const timer = setInterval(() => void look(), pollInterval);
  const back = () => {
    // Browsers stop the timers of hidden pages.
    if (!document.hidden && parts.now() - looked >= pollInterval) void look();
  };
  document.addEventListener("visibilitychange", back);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", back);
  };
}

interface Reloading extends Pick<BuildParts, "fetch" | "now"> {
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly reload: () => void;
}

/**
 * A part of the page could not be loaded: most often a newer build has taken its place. Then the page is loaded anew,
 * once: what fails again at once would fail for ever. Not where the server is not reached: the page that stands is
 * better than none.
 */
export async function reloadForPart({ storage, fetch, now, reload }: Reloading): Promise<void> {
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  const last = Number(storage.getItem(reloadedKey) ?? 0);
  if (!answer?.ok || now() - last < reloadGuard) return;
  storage.setItem(reloadedKey, String(now()));
  reload();
}
