import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{packages,apps,bench,bin,fuzz}/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude, "**/build/**", "**/data/**"],
          globalSetup: "apps/server/src/test/global-setup.ts",
          // The time limits are generous: the tests use real databases and real password hashing on a machine that may
          // be busy, and a slow test is not a failure.
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          // Without isolation, a worker loads the server's modules once for all its test files, which halves the time.
          // So tests must keep no state in modules, and must pass in any order.
          isolate: false,
          // These tests mostly wait for the database. Three workers would need more connections than the database
          // accepts.
          maxWorkers: 2,
        },
      },
      browserTests("journeys", "e2e/journeys/*.test.ts"),
      browserTests("e2e", "e2e/*.test.ts"),
    ],
  },
});

/**
 * The configuration of browser tests. `npm test` runs only the project "journeys". `npm run test:all` also runs the
 * project "e2e" (decision 102).
 */
function browserTests(name: "journeys" | "e2e", include: string): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      globalSetup: "e2e/prepare.ts",
      testTimeout: 240_000,
      hookTimeout: 120_000,
      // `expect.poll` waits as long as the browser tests wait for a page (`waitTimeoutMs` in `e2e/browser.ts`).
      expect: { poll: { timeout: 60_000 } },
      // The values in a failure's message are not shortened, because the log has nothing else about them.
      chaiConfig: { truncateThreshold: 0 },
      // Without isolation, the test files of a worker share a browser, which keeps the app's scripts in its HTTP cache.
      isolate: false,
      // Two files run at the same time, because the processes and browsers of a test mostly wait for each other.
      maxWorkers: 2,
    },
  };
}
