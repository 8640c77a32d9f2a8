import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeLibrary {
  run(
    context: string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** The axe rules about colours. They take longer than all other rules. */
const colourRules = ["color-contrast", "link-in-text-block"];
/**
 * With voice control, people say the words that they see on a control. So the control's accessible name must contain
 * these words. axe checks this rule only if it is enabled explicitly.
 */
const spokenNameRules = { "label-content-name-mismatch": { enabled: true } };

interface AxeOptions {
  /** The CSS selector of the element that axe checks. The default is the whole page. */
  rootSelector?: string;
  /** Which rules are checked. `colours`: only the rules about colours. `words`: all other rules. `all`: both groups. */
  rules?: "all" | "colours" | "words";
}

/**
 * These options halve axe's time without changing the violations that it finds. It then describes only violations, not
 * the hundreds of elements that pass. It also does not fetch the style sheets again, because the only rule that reads
 * them is disabled.
 */
const fastOptions = { resultTypes: ["violations"], preload: { assets: ["media"] } };

/**
 * Returns the rules that the page violates, each with the first element that violates it. Waits first until nothing on
 * the page moves.
 */
export async function findAxeViolations(
  page: Page,
  { rootSelector = "html", rules = "all" }: AxeOptions = {},
): Promise<string[]> {
  // The injected axe library stays in the page until the page is left, so it is injected only once.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
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
      // Disables animations while axe runs. An element that is fading in, such as a toast, is half transparent and
      // would have too little contrast.
      const styleSheet = new CSSStyleSheet();
      styleSheet.replaceSync(
        "*, ::before, ::after { animation-duration: 0s !important; transition-duration: 0s !important; }",
      );
      document.adoptedStyleSheets.push(styleSheet);
      const { violations } = await axe.run(selector, ruleSet);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== styleSheet);
      return violations.map(
        ({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
      );
    },
    [rootSelector, { ...fastOptions, ...options }] as const,
  );
}

/**
 * Waits until no animation runs, because a closing dialog fades out and its text loses contrast. Endless animations,
 * such as a loading spinner, are ignored.
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
