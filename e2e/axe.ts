import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(
    context: string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** The rules about colours. They are the slowest. */
const colours = ["color-contrast", "link-in-text-block"];
/** Whoever speaks to a control says the words that they see on it. axe leaves this rule out unless it is asked for. */
const spokenNames = { "label-content-name-mismatch": { enabled: true } };

interface Look {
  /** The selector of a part of the page. */
  within?: string;
  /** All rules, only those about colours, or all except those. */
  rules?: "all" | "colours" | "words";
}

/** What axe finds in a page that stands still: each broken rule with the first element that breaks it. */
export async function axeViolations(
  page: Page,
  { within = "html", rules = "all" }: Look = {},
): Promise<string[]> {
  await page.evaluate(source);
  await standsStill(page);
  const options = {
    all: { rules: spokenNames },
    colours: { runOnly: { type: "rule", values: colours } },
    words: {
      rules: { ...spokenNames, ...Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) },
    },
  }[rules];
  return page.evaluate(
    async ([selector, ruleSet]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(selector, ruleSet);
      return violations.map(
        ({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
      );
    },
    [within, options] as const,
  );
}

/**
 * Waits until nothing fades or moves: the text of a dialog that is closing has less contrast than it had. What moves
 * for ever, such as a sign of loading, is no reason to wait.
 */
async function standsStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity,
      ),
  );
}
