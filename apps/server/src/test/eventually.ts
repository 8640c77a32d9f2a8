import { vi } from "vitest";

/**
 * Repeats a check until it passes, for at most 15 seconds. Background work usually takes tens of milliseconds. It takes
 * seconds if browser tests run on the same computer.
 */
export const retryUntilSuccess = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000 });
