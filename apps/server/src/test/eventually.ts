import { vi } from "vitest";

/**
 * Repeats a check until it passes, for at most 15 seconds. Work in the background takes tens of milliseconds, but
 * seconds on a machine that runs browser tests as well.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000 });
