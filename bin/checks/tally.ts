import { relative } from "node:path";

export type TestTally = { passed: number; failed: number; skipped: number };

export const createSingleTally = (hasPassed: boolean): TestTally => ({
  passed: hasPassed ? 1 : 0,
  failed: hasPassed ? 0 : 1,
  skipped: 0,
});

export function addTallies(a: TestTally, b: TestTally): TestTally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

export function describeTally({ passed, failed, skipped }: TestTally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The fields of Vitest's JSON report that this file reads. */
type TestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/**
 * Counts the tests of a Vitest run. A test file that could not be loaded counts as one failed test. So does a run that
 * left no report or that failed for another reason.
 */
export function tallyReport(json: string | undefined, hasPassed: boolean): TestTally {
  if (json === undefined) return createSingleTally(false);
  const report: TestReport = JSON.parse(json);
  const unloadedFileCount = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  const failedCount = report.numFailedTests + unloadedFileCount;
  return {
    passed: report.numPassedTests,
    failed: failedCount === 0 && !hasPassed ? 1 : failedCount,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Lists the failed tests and their errors from Vitest's JSON report. The list is printed before the step's output, and
 * again at the end of the log. So somebody who reads only one end of a long log finds it. File names in the list are
 * relative to `root`.
 *
 * Of each error, at most `maximumLines` lines are listed. The first error of a test says what failed. Its further
 * errors describe what the test's pages showed.
 */
export function describeFailures(
  json: string | undefined,
  root: string,
  maximumLines = Number.POSITIVE_INFINITY,
): string {
  if (json === undefined) return "";
  const report: TestReport = JSON.parse(json);
  const lines = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failedTests = assertionResults.filter((test) => test.status === "failed");
    if (failedTests.length === 0) return status === "failed" ? [formatFailureLine(file, message)] : [];
    return failedTests.map(({ fullName, failureMessages }) => {
      const reasons = failureMessages.map((reason) => reason.split("\n").slice(0, maximumLines).join("\n"));
      return formatFailureLine(`${file} > ${fullName}`, reasons.join("\n"));
    });
  });
  return lines.join("");
}

function formatFailureLine(title: string, reason: string): string {
  return `     × ${title}\n${reason.trim().replace(/^/gm, "       ")}\n`;
}
