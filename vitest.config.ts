import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{packages,apps,bench,bin,fuzz}/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude, "**/build/**", "**/data/**"],
          globalSetup: "apps/server/src/test/global-setup.ts",
          // The tests use real databases and real password hashing, on a machine that may be busy. A slow test is not a
          // failure.
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          // A worker loads the server's modules once for all its files, which halves the time. No test depends on state
          // in modules: they pass in any order.
          isolate: false,
          // These tests mostly wait for the database. Three workers take more connections than it has.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: "e2e/prepare.ts",
          testTimeout: 240_000,
          hookTimeout: 120_000,
          // As long as the browser waits for a page (`e2e/browser.ts`).
          expect: { poll: { timeout: 60_000 } },
          // The log says only an error's message: it has to hold the whole value.
          chaiConfig: { truncateThreshold: 0 },
          // A worker's files share its browser, with the scripts in its HTTP cache.
          isolate: false,
          // These tests run whole processes and browsers, which mostly wait for each other.
          maxWorkers: 2,
        },
      },
    ],
  },
});
