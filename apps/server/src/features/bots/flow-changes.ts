import { type Flow, flowSchema } from "@kakehashi/contract/flows/flow";
import { mergeFlows } from "@kakehashi/contract/flows/merge";
import { type FlowProblem, formatProblemText } from "@kakehashi/contract/flows/validate";
import { type Language, languages, type TextsByLanguage } from "@kakehashi/contract/languages";
import { AppError } from "../../kit/errors.ts";
import type { StoredFlow } from "./flow-store.ts";

/**
 * Returns the first problem of each field as an error text in every language. The key is the id of the block or group,
 * followed by `.field` if the problem names a field.
 */
export function toProblemTextsByField(problems: readonly FlowProblem[]): Record<string, TextsByLanguage> {
  const fields = new Map<string, TextsByLanguage>();
  for (const problem of problems) {
    const { block_id, group_id, field } = problem;
    const problemPath = [block_id ?? group_id, ...(field === null ? [] : [field])].join(".");
    const texts = Object.fromEntries(
      languages.map((language) => [language, formatProblemText(problem, language)]),
    );
    if (!fields.has(problemPath)) fields.set(problemPath, texts as Record<Language, string>);
  }
  return Object.fromEntries(fields);
}

export interface FlowChange {
  revision: number;
  name?: string | undefined;
  draft?: Flow | undefined;
  base?: Flow | undefined;
}

/**
 * Returns the draft to save. If somebody else has saved the story after the editor loaded it, merges the two drafts.
 * Throws BOT.EDITED if they cannot be merged.
 */
export function mergeWithNewestDraft(
  storedFlow: StoredFlow,
  { revision, draft, base }: FlowChange,
): { draft: Flow | undefined; overwrittenBlockIds: readonly string[] } {
  if (storedFlow.revision === revision) return { draft, overwrittenBlockIds: [] };
  if (!draft || !base) throw new AppError("BOT.EDITED");
  const { flow, overwrittenBlockIds } = mergeFlows(base, draft, storedFlow.draft);
  const parsedFlow = flowSchema.safeParse(flow);
  if (!parsedFlow.success) throw new AppError("BOT.EDITED");
  return { draft: parsedFlow.data, overwrittenBlockIds };
}
