// Usage: `npm run lighthouse [-- --runs 5 /page …]`. Measures pages with Lighthouse's mobile preset, which simulates a
// mid-range phone on slow 4G. Reports the median of several runs, because other work on the computer may distort a
// single run.
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { findChromiumPath } from "./browser.ts";
import { startSite } from "./site-server.ts";

const auditedPages = [
  ...["/", "/service", "/blog", "/blog/two-hours-apart", "/contact", "/price"],
  ...["/vi", "/vi/price", "/vi/blog/two-hours-apart"],
];
const { values, positionals } = parseArgs({
  options: { runs: { type: "string", default: "3" } },
  allowPositionals: true,
});
const pageNames = positionals.length > 0 ? positionals : auditedPages;
const runCount = Number(values.runs);
if (!Number.isInteger(runCount) || runCount < 1)
  throw new Error("--runs says how often each page is measured: 1, 3, 5 …");

/** The limits for a page: scores from 0 to 100, times in milliseconds, and transferred sizes in bytes. */
const scoreLimits = { performance: 95, others: 100, lcp: 1_500, cls: 0.02, scripts: 20 * 1024 } as const;
const scoreCategories = ["performance", "accessibility", "best-practices", "seo"] as const;

interface AuditRow {
  page: string;
  scores: number[];
  lcpMs: number;
  cls: number;
  /** Total blocking time: for how many milliseconds the main thread was too busy to react to a touch. */
  blockingTimeMs: number;
  scriptBytes: number;
  transferredBytes: number;
  missedAudits: readonly string[];
}

/**
 * The error code that Lighthouse reports if its recording began too late. Such a run has no results and is repeated.
 */
const noNavigationStartCode = "NO_NAVSTART";

async function measurePage(address: string, page: string, port: number): Promise<AuditRow | null> {
  const result = await lighthouse(`${address}${page}`, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: [...scoreCategories],
  });
  if (!result) throw new Error(`Lighthouse had nothing to say about ${page}`);
  const { audits, categories: lighthouseCategories, runtimeError } = result.lhr;
  if (runtimeError?.code === noNavigationStartCode) return null;
  if (runtimeError) throw new Error(`${page}: ${runtimeError.message}`);
  const scores = scoreCategories.map((name) => Math.round((lighthouseCategories[name]?.score ?? 0) * 100));
  const readNumericValue = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const details = audits["network-requests"]?.details;
  const requests = (details && "items" in details ? details.items : []) as {
    resourceType?: string;
    transferSize?: number;
  }[];
  const sumTransferBytes = (type?: string) =>
    requests
      .filter((request) => type === undefined || request.resourceType === type)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  const row = {
    page,
    scores,
    lcpMs: readNumericValue("largest-contentful-paint"),
    cls: readNumericValue("cumulative-layout-shift"),
    blockingTimeMs: readNumericValue("total-blocking-time"),
    scriptBytes: sumTransferBytes("Script"),
    transferredBytes: sumTransferBytes(),
  };
  const missedAudits = Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode === "binary")
    .map(({ id }) => id);
  return { ...row, missedAudits };
}

async function measureMedian(address: string, page: string, port: number): Promise<AuditRow> {
  const rows: AuditRow[] = [];
  for (let attempt = 0; rows.length < runCount; attempt++) {
    if (attempt === 2 * runCount) throw new Error(`${page} could be recorded only ${rows.length} times`);
    const row = await measurePage(address, page, port);
    if (row) rows.push(row);
  }
  const calculateMedian = (readFigure: (row: AuditRow) => number) => computeMedian(rows.map(readFigure));
  return {
    page,
    scores: scoreCategories.map((_, index) => calculateMedian(({ scores }) => scores[index] ?? 0)),
    lcpMs: calculateMedian(({ lcpMs }) => lcpMs),
    cls: calculateMedian(({ cls }) => cls),
    blockingTimeMs: calculateMedian(({ blockingTimeMs }) => blockingTimeMs),
    scriptBytes: calculateMedian(({ scriptBytes }) => scriptBytes),
    transferredBytes: calculateMedian(({ transferredBytes }) => transferredBytes),
    missedAudits: [...new Set(rows.flatMap(({ missedAudits }) => missedAudits))],
  };
}

function computeMedian(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? Number.NaN;
}

function meetsThresholds({
  scores: [performance = 0, ...otherScores],
  lcpMs,
  cls,
  scriptBytes,
}: AuditRow): boolean {
  return (
    performance >= scoreLimits.performance &&
    otherScores.every((otherScore) => otherScore === scoreLimits.others) &&
    lcpMs <= scoreLimits.lcp &&
    cls <= scoreLimits.cls &&
    scriptBytes <= scoreLimits.scripts
  );
}

await using siteServer = await startSite();
const chromeProcess = await launch({
  chromePath: findChromiumPath(),
  chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
});
const auditRows: AuditRow[] = [];
try {
  for (const page of pageNames)
    auditRows.push(await measureMedian(siteServer.address, page, chromeProcess.port));
} finally {
  chromeProcess.kill();
}

const formatCells = (row: AuditRow) => [
  row.page,
  ...row.scores.map(String),
  `${(row.lcpMs / 1000).toFixed(2)} s`,
  row.cls.toFixed(3),
  `${row.blockingTimeMs.toFixed(0)} ms`,
  `${(row.scriptBytes / 1024).toFixed(1)} kB`,
  `${(row.transferredBytes / 1024).toFixed(0)} kB`,
  meetsThresholds(row) ? "holds" : `misses: ${row.missedAudits.join(", ") || "a figure"}`,
];
const resultTable = [
  ["page", "performance", "accessibility", "practices", "SEO", "LCP", "CLS", "blocked", "scripts", "all", ""],
  ...auditRows.map(formatCells),
];
const columnWidths =
  resultTable[0]?.map((_, column) => Math.max(...resultTable.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of resultTable) {
  process.stdout.write(
    `${row
      .map((cell, column) => cell.padEnd(columnWidths[column] ?? 0))
      .join("  ")
      .trimEnd()}\n`,
  );
}
process.exitCode = auditRows.every(meetsThresholds) ? 0 : 1;
