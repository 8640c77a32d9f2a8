import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { chromiumPath } from "./browser.ts";
import { startSite } from "./site-server.ts";

// Lighthouse's own mobile preset: a mid-range phone on slow 4G. Arguments choose other pages than these.
const pages = ["/", "/vi", "/service", "/blog", "/blog/two-hours-apart", "/contact"];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : pages;

/** What the pages answer for; scores out of 100, milliseconds, bytes as they travel. */
const targets = { performance: 95, others: 100, lcp: 1_500, cls: 0.02, scripts: 20 * 1024 } as const;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Row {
  page: string;
  scores: number[];
  lcp: number;
  cls: number;
  scripts: number;
  transferred: number;
  missed: string[];
}

async function measure(address: string, page: string, port: number): Promise<Row> {
  const result = await lighthouse(`${address}${page}`, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: [...categories],
  });
  if (!result) throw new Error(`Lighthouse had nothing to say about ${page}`);
  const { audits, categories: found, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${page}: ${runtimeError.message}`);
  const scores = categories.map((name) => Math.round((found[name]?.score ?? 0) * 100));
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const details = audits["network-requests"]?.details;
  const requests = (details && "items" in details ? details.items : []) as {
    resourceType?: string;
    transferSize?: number;
  }[];
  const bytes = (type?: string) =>
    requests
      .filter((request) => type === undefined || request.resourceType === type)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  const row = {
    page,
    scores,
    lcp: number("largest-contentful-paint"),
    cls: number("cumulative-layout-shift"),
    scripts: bytes("Script"),
    transferred: bytes(),
  };
  const missed = Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode === "binary")
    .map(({ id }) => id);
  return { ...row, missed };
}

function holds({ scores: [performance = 0, ...others], lcp, cls, scripts }: Row): boolean {
  return (
    performance >= targets.performance &&
    others.every((score) => score === targets.others) &&
    lcp <= targets.lcp &&
    cls <= targets.cls &&
    scripts <= targets.scripts
  );
}

await using site = await startSite();
const chrome = await launch({
  chromePath: chromiumPath(),
  chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
});
const rows: Row[] = [];
try {
  for (const page of chosen) rows.push(await measure(site.address, page, chrome.port));
} finally {
  chrome.kill();
}

const cells = (row: Row) => [
  row.page,
  ...row.scores.map(String),
  `${(row.lcp / 1000).toFixed(2)} s`,
  row.cls.toFixed(3),
  `${(row.scripts / 1024).toFixed(1)} kB`,
  `${(row.transferred / 1024).toFixed(0)} kB`,
  holds(row) ? "holds" : `misses: ${row.missed.join(", ") || "a figure"}`,
];
const table = [
  ["page", "performance", "accessibility", "practices", "SEO", "LCP", "CLS", "scripts", "all", ""],
  ...rows.map(cells),
];
const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of table) {
  process.stdout.write(
    `${row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()}\n`,
  );
}
process.exitCode = rows.every(holds) ? 0 : 1;
