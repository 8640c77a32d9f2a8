import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runStep, type StepOutcome } from "./checks/step.ts";
import {
  addTallies,
  createSingleTally,
  describeFailures,
  describeTally,
  type TestTally,
  tallyReport,
} from "./checks/tally.ts";
import {
  canInstallPackages,
  findChromium,
  findHeadlessShell,
  listChromiumInstallCommands,
} from "./chromium.js";
import { pinnedNode, root } from "./setup.js";

// Runs all steps of `npm test` after the installation of the packages. With `--all` (`npm run test:all`), also runs the
// browser tests outside `e2e/journeys`. A step that passes prints one line. A step that fails prints its whole output.

const MINUTE_MS = 60_000;
/**
 * The time of `performance.now()` at which the checks are aborted. On a slow computer the checks take an hour. A single
 * test that hangs reaches its own time limit earlier.
 */
const CHECKS_END_MS = performance.now() + 85 * MINUTE_MS;

const interruptController = new AbortController();
// Without `unref`, the IPC channel to the parent process would keep this process running.
process.channel?.unref();
for (const name of ["SIGINT", "SIGTERM", "disconnect"]) process.on(name, () => interruptController.abort());

// The tally counts passed and failed checks. It begins with one passed check: the installation of the packages, which
// ran before this program.
let checkTally: TestTally = createSingleTally(true);
/** A summary of each failed check. */
let failureOutput = "";
// The tally is printed when the process exits. So it is the last line even if this program throws.
process.on("exit", (code) => {
  if (code !== 0 && checkTally.failed === 0) checkTally = addTallies(checkTally, createSingleTally(false));
  if (checkTally.failed > 0) process.exitCode = 1;
  process.stdout.write(`${failureOutput && `Failed:\n${failureOutput}\n`}${describeTally(checkTally)}\n`);
});

const reportsFolder = join(root, ".cache", "checks");
mkdirSync(reportsFolder, { recursive: true });
process.chdir(root);

await runAndCountStep("types", () => runScript("types"));
await runAndCountStep("lint", () => runScript("lint"));
await runAndCountStep("zones", () => runScript("zones"));
await runAndCountStep("database types", () => runScript("db:types", "--check"));
await runAndCountStep("unused code", () => runScript("unused"));
await runTests("unit and API", "unit", 15 * MINUTE_MS);
await runAndCountStep("web build", () => runScript("build"));
await runAndCountStep("weight of pages", () => runScript("weight"));
let chromiumPath: string | undefined;
let headlessShellPath: string | undefined;
await runAndCountStep("chromium", installChromium);
if (chromiumPath) {
  const browserVariables = {
    CHROMIUM_PATH: chromiumPath,
    ...(headlessShellPath && { HEADLESS_SHELL_PATH: headlessShellPath }),
  };
  await runTests("main journeys in browsers", "journeys", 30 * MINUTE_MS, browserVariables);
  if (process.argv.includes("--all"))
    await runTests("all other browser tests", "e2e", 70 * MINUTE_MS, browserVariables);
}

function runTests(
  name: string,
  project: string,
  limitMs: number,
  extraEnvironment?: Record<string, string>,
): Promise<void> {
  const runTestStep = async (): Promise<StepOutcome> => {
    const { ok, output } = await runVitest(project, limitMs, extraEnvironment);
    if (ok) return { ok, output };
    failureOutput += describeFailures(readReport(project), root, 6);
    return { ok, output: `${describeFailures(readReport(project), root)}${output}` };
  };
  return runAndCountStep(name, runTestStep, ({ ok }) => tallyReport(readReport(project), ok));
}

async function runAndCountStep(
  name: string,
  runCheck: () => Promise<StepOutcome>,
  count = (outcome: StepOutcome): TestTally => createSingleTally(outcome.ok),
): Promise<void> {
  const startTime = performance.now();
  const outcome = await runCheck().catch((error: unknown) => ({ ok: false, output: `${error}\n` }));
  const stepTally = count(outcome);
  checkTally = addTallies(checkTally, stepTally);
  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  const testCountsText = stepTally.passed + stepTally.failed > 1 ? `, ${describeTally(stepTally)}` : "";
  process.stdout.write(`${outcome.ok ? "ok  " : "FAIL"} ${name} (${seconds} s${testCountsText})\n`);
  if (!outcome.ok && testCountsText === "") failureOutput += `     × ${name}\n`;
  if (!outcome.ok) process.stdout.write(`${outcome.output.trimEnd()}\n\n`);
}

function runScript(name: string, ...args: string[]): Promise<StepOutcome> {
  return runProgram([pinnedNode, "--run", name, "--", ...args], 3 * MINUTE_MS);
}

function runProgram(
  command: string[],
  limitMs: number,
  extraEnvironment?: Record<string, string>,
): Promise<StepOutcome> {
  const remainingMs = Math.max(0, CHECKS_END_MS - performance.now());
  return runStep(command, Math.min(limitMs, remainingMs), interruptController.signal, extraEnvironment);
}

function vitestReportPath(project: string): string {
  return join(reportsFolder, `${project}.json`);
}

function runVitest(
  project: string,
  limitMs: number,
  extraEnvironment?: Record<string, string>,
): Promise<StepOutcome> {
  rmSync(vitestReportPath(project), { force: true });
  const reporterArguments = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${vitestReportPath(project)}`,
  ];
  return runProgram(["vitest", "run", "--project", project, ...reporterArguments], limitMs, extraEnvironment);
}

function readReport(project: string): string | undefined {
  const file = vitestReportPath(project);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

async function installChromium(): Promise<StepOutcome> {
  let output = "";
  const findBrowsers = async () => {
    chromiumPath = await findChromium();
    headlessShellPath = findHeadlessShell();
  };
  await findBrowsers();
  // Installs nothing if both Chromium and the headless shell exist. Chromium alone is enough if this process may not
  // install packages.
  if (chromiumPath && (headlessShellPath || !canInstallPackages())) return { ok: true, output };
  for (const command of listChromiumInstallCommands()) {
    const outcome = await runProgram(command, 5 * MINUTE_MS, { DEBIAN_FRONTEND: "noninteractive" });
    output += outcome.output;
    if (!outcome.ok) break;
  }
  await findBrowsers();
  if (!chromiumPath)
    output += "There is no Chromium, so the browser tests did not run: name one in CHROMIUM_PATH.\n";
  return { ok: chromiumPath !== undefined, output };
}
