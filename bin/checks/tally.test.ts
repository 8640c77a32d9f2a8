import { expect, test } from "vitest";
import { addTallies, createSingleTally, describeFailures, describeTally, tallyReport } from "./tally.ts";

const createReportJson = (report: object) =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ status: "passed", assertionResults: [{}, {}, {}] }],
    ...report,
  });

test.each([
  ["all passed", createReportJson({}), true, "3 passed, 0 failed"],
  ["some failed", createReportJson({ numFailedTests: 2 }), false, "3 passed, 2 failed"],
  [
    "some skipped",
    createReportJson({ numPendingTests: 1, numTodoTests: 1 }),
    true,
    "3 passed, 0 failed, 2 skipped",
  ],
  [
    "a file did not load",
    createReportJson({ testResults: [{ status: "failed", assertionResults: [] }] }),
    false,
    "3 passed, 1 failed",
  ],
  ["an error outside of any test", createReportJson({}), false, "3 passed, 1 failed"],
  ["no report", undefined, true, "0 passed, 1 failed"],
])("%s", (_caseName, json, hasPassed, line) => {
  expect(describeTally(tallyReport(json, hasPassed))).toBe(line);
});

test("tallies add up", () => {
  const sum = addTallies(addTallies(createSingleTally(true), createSingleTally(false)), {
    passed: 5,
    failed: 0,
    skipped: 1,
  });
  expect(sum).toEqual({ passed: 6, failed: 1, skipped: 1 });
});

test("failed tests and files that did not load are listed with file and reason; passed tests are not", () => {
  const json = createReportJson({
    testResults: [
      {
        name: "/project/e2e/chat.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          { status: "passed", fullName: "a message arrives", failureMessages: [] },
          {
            status: "failed",
            fullName: "a message is deleted",
            failureMessages: ["Error: expected 1\n    at chat.test.ts:3"],
          },
        ],
      },
      {
        name: "/project/e2e/files.test.ts",
        status: "failed",
        message: "cannot be read",
        assertionResults: [],
      },
      { name: "/project/e2e/home.test.ts", status: "passed", message: "", assertionResults: [] },
    ],
  });
  expect(describeFailures(json, "/project")).toBe(
    [
      "     × e2e/chat.test.ts > a message is deleted",
      "       Error: expected 1",
      "           at chat.test.ts:3",
      "     × e2e/files.test.ts",
      "       cannot be read",
      "",
    ].join("\n"),
  );
  expect(describeFailures(json, "/project", 1)).toBe(
    [
      "     × e2e/chat.test.ts > a message is deleted",
      "       Error: expected 1",
      "     × e2e/files.test.ts",
      "       cannot be read",
      "",
    ].join("\n"),
  );
  expect(describeFailures(undefined, "/project")).toBe("");
});
