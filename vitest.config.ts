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
          // Real databases, real passwords and a machine that does other things as well: slow is not wrong.
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          // A worker loads the server once, not once a file: half of the time went into that. No test leans on what a
          // module keeps: they pass in any order.
          isolate: false,
          // They wait for the database more than they compute.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: "e2e/prepare.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          // Whole processes and browsers share the machine's cores, and wait for each other more than they compute.
          maxWorkers: 2,
        },
      },
    ],
  },
});
