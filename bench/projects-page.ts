import { openDatabase } from "../apps/server/src/kit/db/database.ts";
import {
  clickLikePerson,
  type MeasuredAction,
  measureInteractions,
  readOptions,
  runPageBench,
} from "./browser/interactions.ts";
import { assignFirstCore } from "./browser/own-core.ts";
import { openReader } from "./browser/page.ts";
import { fillProjects } from "./projects/workspace.ts";
import { startServer } from "./server.ts";
import { createWorkspace } from "./stage.ts";

const usageText = `npm run bench -- projects-page [--rounds N] [--profile FILE]

  The page of projects in Chromium, its processor slowed down four times: 60 cards, every filter by its keys, and what
  browsers report as INP.

  --rounds   how often each act is repeated (8)
  --profile  V8 profiles the page and writes it to this file`;

const benchOptions = readOptions(usageText);
const [slowFactor, limitMs] = [4, 100];
const projectCount = 1_000;

const pressAction =
  (label: string, key: string): MeasuredAction["run"] =>
  async (page) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.press(key, { delay: 20 });
  };
const typeText =
  (label: string, text: string): MeasuredAction["run"] =>
  async (page) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(text, { delay: 90 });
  };
const clickAction =
  (name: string): MeasuredAction["run"] =>
  (page) =>
    clickLikePerson(page, page.getByRole("button", { name, exact: true }));

const measuredActions: readonly MeasuredAction[] = [
  { label: "type a search", run: typeText("Search projects", "project") },
  { label: "choose a category", run: pressAction("Category", "ArrowDown") },
  { label: "choose a state", run: pressAction("State", "ArrowDown") },
  { label: "choose an order", run: pressAction("Order", "ArrowDown") },
  { label: "show the table", run: clickAction("As a table") },
  { label: "show the cards", run: clickAction("As cards") },
  { label: "clear the filters", run: clickAction("Clear filters") },
  { label: "show 60 in a table", run: clickAction("As a table") },
  { label: "show 60 as cards", run: clickAction("As cards") },
];

async function runBench(): Promise<boolean> {
  await using workspace = await createWorkspace(20);
  const [person] = workspace.people;
  if (!person) throw new Error("Nobody is there");
  const db = openDatabase(workspace.databaseUrl, { maximumConnections: 2, statementTimeoutMs: 600_000 });
  try {
    await db.pool.query("update users set account_type = 'PERSONAL'");
    await fillProjects(
      db,
      workspace.people.map(({ id }) => id),
      projectCount,
    );
  } finally {
    await db.close();
  }
  await using server = await startServer({ ...workspace, profileDir: undefined });
  await using reader = await openReader(server.url, person, workspace.password, slowFactor);
  const { page } = reader;
  await page.goto("/projects");
  for (const cardCount of [40, 60]) {
    await page.getByRole("button", { name: "Show more" }).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll("main ul > li > h2 a").length >= count,
      cardCount,
    );
  }
  await page.waitForLoadState("networkidle");
  await assignFirstCore(page);
  await page.waitForTimeout(3_000);

  // Scrolls to the search field and waits until all cards are drawn. Otherwise the time of the first key press would
  // include drawing the cards.
  await page.getByLabel("Search projects", { exact: true }).scrollIntoViewIfNeeded();
  await page.waitForTimeout(3_000);

  // Without `await`, the browser would close before the measurement ends.
  return await measureInteractions(reader, measuredActions, limitMs, benchOptions);
}

await runPageBench(slowFactor, runBench);
