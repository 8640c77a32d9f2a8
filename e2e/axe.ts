import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeLibrary {
  run(
    context: string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** The axe rules about colours, which are the slowest. */
const colourRules = ["color-contrast", "link-in-text-block"];
/**
 * A person who controls a page by voice says the words that they see on a control, so its accessible name must contain
 * these words. axe checks this only if the rule is enabled explicitly.
 */
const spokenNameRules = { "label-content-name-mismatch": { enabled: true } };

interface AxeOptions {
  /** The CSS selector of the element whose content is checked. The whole page if it is absent. */
  rootSelector?: string;
  /** The rules that are checked. `colours`: only the rules about colours. `words`: all other rules. `all`: both. */
  rules?: "all" | "colours" | "words";
}

/**
 * Options that halve axe's time without changing what it finds. axe then describes only violations, and not the
 * hundreds of elements that pass. The style sheets are not fetched again, because the only rule that reads them is
 * switched off.
 */
const fastOptions = { resultTypes: ["violations"], preload: { assets: ["media"] } };

/**
 * Returns the rules that a page breaks, each with the first element that breaks it. Waits until the page
 * stands still.
 */
export async function findAxeViolations(
  page: Page,
  { rootSelector = "html", rules = "all" }: AxeOptions = {},
): Promise<string[]> {
  // The axe library stays in the page until another page is loaded, so it is injected only if it is missing.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  await waitUntilStill(page);
  const options = {
    all: { rules: spokenNameRules },
    colours: { runOnly: { type: "rule", values: colourRules } },
    words: {
      rules: {
        ...spokenNameRules,
        ...Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
      },
    },
  }[rules];
  return page.evaluate(
    async ([selector, ruleSet]) => {
      const { axe } = globalThis as unknown as { axe: AxeLibrary };
      // Animations are switched off during the run: the half-transparent text of something that fades in, such as a
      // toast, has too little contrast.
      const styles = new CSSStyleSheet();
      styles.replaceSync(
        "*, ::before, ::after { animation-duration: 0s !important; transition-duration: 0s !important; }",
      );
      document.adoptedStyleSheets.push(styles);
      const { violations } = await axe.run(selector, ruleSet);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== styles);
      return violations.map(
        ({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
      );
    },
    [rootSelector, { ...fastOptions, ...options }] as const,
  );
}

/**
 * Waits until nothing fades or moves, because the text of a closing dialog has less contrast than before.
 * Endless animations, such as a loading sign, are ignored.
 */
async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity,
      ),
  );
}
