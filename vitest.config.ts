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
          // These time limits are long, because the tests use real databases and real password hashing, and the
          // computer may be busy. A test must not fail because it is slow.
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          // Without isolation, a worker loads the server's modules only once for all its test files, which halves the
          // time. So tests must not leave state in modules, and must pass in any order.
          isolate: false,
          // With three workers, the tests would need more connections than the database accepts. Two are enough,
          // because the tests mostly wait for the database.
          maxWorkers: 2,
        },
      },
      createBrowserTestProject("journeys", "e2e/journeys/*.test.ts"),
      createBrowserTestProject("e2e", "e2e/*.test.ts"),
    ],
  },
});

/**
 * Returns the configuration of a project with browser tests. `npm test` runs only the project "journeys". `npm run
 * test:all` also runs "e2e" (decision 102).
 */
function createBrowserTestProject(name: "journeys" | "e2e", include: string): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      globalSetup: "e2e/prepare.ts",
      testTimeout: 240_000,
      hookTimeout: 120_000,
      // The same limit as for pages (`waitTimeoutMs` in `e2e/browser.ts`).
      expect: { poll: { timeout: 60_000 } },
      // Failure messages show values in full, because the log contains no other information about them.
      chaiConfig: { truncateThreshold: 0 },
      // Without isolation, the test files of a worker share one browser. Its HTTP cache keeps the app's scripts.
      isolate: false,
      // Two test files run in parallel, because the processes and browsers of a test mostly wait for each other.
      maxWorkers: 2,
    },
  };
}
