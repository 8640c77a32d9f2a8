import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, runStep } from "./checks/step.ts";
import {
  add,
  describeFailures,
  describeTally,
  singleTally,
  type Tally,
  tallyReport,
} from "./checks/tally.ts";
import { chromiumInstallation, findChromium, findHeadlessShell, mayInstallPackages } from "./chromium.js";
import { pinnedNode, root } from "./setup.js";

// Everything that `npm test` runs after the installation. A step that passes prints one line, a step that fails prints
// its whole output.

const MINUTE_MS = 60_000;
/**
 * The moment at which the checks are stopped. On a slow machine they take an hour. A test that hangs reaches its own
 * time limit earlier.
 */
const DEADLINE = performance.now() + 85 * MINUTE_MS;

const interruption = new AbortController();
// Without `unref`, listening for the end of the parent process would keep this process running.
process.channel?.unref();
for (const name of ["SIGINT", "SIGTERM", "disconnect"]) process.on(name, () => interruption.abort());

// The packages were installed before this program started. The installation counts as the first passed step.
let tally: Tally = singleTally(true);
/** A summary of each failed check. */
let failures = "";
// The tally is printed on exit, so that it is the last line even after an error in this program.
process.on("exit", (code) => {
  if (code !== 0 && tally.failed === 0) tally = add(tally, singleTally(false));
  if (tally.failed > 0) process.exitCode = 1;
  process.stdout.write(`${failures && `Failed:\n${failures}\n`}${describeTally(tally)}\n`);
});

const reports = join(root, ".cache", "checks");
mkdirSync(reports, { recursive: true });
process.chdir(root);

await countStep("types", () => script("types"));
await countStep("lint", () => script("lint"));
await countStep("zones", () => script("zones"));
await countStep("database types", () => script("db:types", "--check"));
await countStep("unused code", () => script("unused"));
await tests("unit and API", "unit", 15 * MINUTE_MS);
await countStep("web build", () => script("build"));
await countStep("weight of pages", () => script("weight"));
let chromium: string | undefined;
let shell: string | undefined;
await countStep("chromium", provideChromium);
if (chromium)
  await tests("browser", "e2e", 70 * MINUTE_MS, {
    CHROMIUM_PATH: chromium,
    ...(shell && { HEADLESS_SHELL_PATH: shell }),
  });

function tests(name: string, project: string, limit: number, extra?: Record<string, string>): Promise<void> {
  const work = async (): Promise<Outcome> => {
    const { ok, output } = await vitest(project, limit, extra);
    if (ok) return { ok, output };
    failures += describeFailures(readReport(project), root, 6);
    return { ok, output: `${describeFailures(readReport(project), root)}${output}` };
  };
  return countStep(name, work, ({ ok }) => tallyReport(readReport(project), ok));
}

async function countStep(
  name: string,
  work: () => Promise<Outcome>,
  count = (outcome: Outcome): Tally => singleTally(outcome.ok),
): Promise<void> {
  const startTime = performance.now();
  const outcome = await work().catch((error: unknown) => ({ ok: false, output: `${error}\n` }));
  const stepTally = count(outcome);
  tally = add(tally, stepTally);
  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  const tests = stepTally.passed + stepTally.failed > 1 ? `, ${describeTally(stepTally)}` : "";
  process.stdout.write(`${outcome.ok ? "ok  " : "FAIL"} ${name} (${seconds} s${tests})\n`);
  if (!outcome.ok && tests === "") failures += `     × ${name}\n`;
  if (!outcome.ok) process.stdout.write(`${outcome.output.trimEnd()}\n\n`);
}

function script(name: string, ...args: string[]): Promise<Outcome> {
  return program([pinnedNode, "--run", name, "--", ...args], 3 * MINUTE_MS);
}

function program(command: string[], limit: number, extra?: Record<string, string>): Promise<Outcome> {
  const remainingMs = Math.max(0, DEADLINE - performance.now());
  return runStep(command, Math.min(limit, remainingMs), interruption.signal, extra);
}

function reportOf(project: string): string {
  return join(reports, `${project}.json`);
}

function vitest(project: string, limit: number, extra?: Record<string, string>): Promise<Outcome> {
  rmSync(reportOf(project), { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportOf(project)}`];
  return program(["vitest", "run", "--project", project, ...reporters], limit, extra);
}

function readReport(project: string): string | undefined {
  const file = reportOf(project);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

async function provideChromium(): Promise<Outcome> {
  let output = "";
  const find = async () => {
    chromium = await findChromium();
    shell = findHeadlessShell();
  };
  await find();
  // This check needs no installation if the headless shell exists, or if Chromium exists and no packages can be
  // installed.
  if (chromium && (shell || !mayInstallPackages())) return { ok: true, output };
  for (const command of chromiumInstallation()) {
    const outcome = await program(command, 5 * MINUTE_MS, { DEBIAN_FRONTEND: "noninteractive" });
    output += outcome.output;
    if (!outcome.ok) break;
  }
  await find();
  if (!chromium)
    output += "There is no Chromium, so the browser tests did not run: name one in CHROMIUM_PATH.\n";
  return { ok: chromium !== undefined, output };
}
