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

/** The axe rules about colours, which are the slowest. */
const colours = ["color-contrast", "link-in-text-block"];
/**
 * A person who controls a page by voice says the words that they see on a control, so its accessible name must contain
 * them. axe checks this only if its rule is switched on.
 */
const spokenNames = { "label-content-name-mismatch": { enabled: true } };

interface Look {
  /** A selector: only this part of the page is checked. */
  within?: string;
  /** Which rules are checked: all of them, only those about colours, or all except those. */
  rules?: "all" | "colours" | "words";
}

/**
 * Options that halve axe's time without changing what it finds. It describes only violations, not the hundreds of
 * elements that pass. It does not fetch the style sheets again, because the only rule that reads them is experimental
 * and switched off.
 */
const fastOptions = { resultTypes: ["violations"], preload: { assets: ["media"] } };

/**
 * Returns the rules that a page breaks, each with the first element that breaks it. Waits until the page
 * stands still.
 */
export async function axeViolations(
  page: Page,
  { within = "html", rules = "all" }: Look = {},
): Promise<string[]> {
  // The axe library stays in the page until another page is loaded, so it is injected only if it is missing.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
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
    [within, { ...fastOptions, ...options }] as const,
  );
}

/**
 * Waits until nothing fades or moves, because the text of a closing dialog has less contrast than before.
 * Endless animations, such as a loading sign, are ignored.
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
