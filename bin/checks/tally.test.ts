import { expect, test } from "vitest";
import { add, one, tallyReport, tellTally } from "./tally.ts";

const report = (given: object) =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ status: "passed", assertionResults: [{}, {}, {}] }],
    ...given,
  });

test.each([
  ["all passed", report({}), true, "3 passed, 0 failed"],
  ["some failed", report({ numFailedTests: 2 }), false, "3 passed, 2 failed"],
  ["some skipped", report({ numPendingTests: 1, numTodoTests: 1 }), true, "3 passed, 0 failed, 2 skipped"],
  [
    "a file did not load",
    report({ testResults: [{ status: "failed", assertionResults: [] }] }),
    false,
    "3 passed, 1 failed",
  ],
  ["an error outside of any test", report({}), false, "3 passed, 1 failed"],
  ["no report", undefined, true, "0 passed, 1 failed"],
])("%s", (_what, json, ok, line) => {
  expect(tellTally(tallyReport(json, ok))).toBe(line);
});

test("tallies add up", () => {
  const sum = add(add(one(true), one(false)), { passed: 5, failed: 0, skipped: 1 });
  expect(sum).toEqual({ passed: 6, failed: 1, skipped: 1 });
});
