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

/**
 * What axe finds in a page as it stands, or `within` a part of it (a selector): each rule with the first place that
 * breaks it. `rules` narrows it down.
 */
export async function axeFinds(
  page: Page,
  { rules = null, within = "html" }: { rules?: readonly string[] | null; within?: string } = {},
): Promise<string[]> {
  await page.evaluate(source);
  return page.evaluate(
    async ([only, part]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(part, only ? { runOnly: { type: "rule", values: only } } : {});
      return violations.map(
        ({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
      );
    },
    [rules && [...rules], within] as const,
  );
}
