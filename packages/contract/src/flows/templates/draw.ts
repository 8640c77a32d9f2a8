import type { Language, TextsByLanguage } from "../../languages.ts";
import type { AnswerChecks } from "../answer-checks.ts";
import type { FlowBlock } from "../blocks.ts";
import type { ExportedBotFile } from "../file.ts";
import { exportedBotFormat, exportedBotVersion } from "../file.ts";
import type { Flow } from "../flow.ts";

/** A template for a new bot, with its texts in all languages. */
export interface BotTemplate {
  readonly title: TextsByLanguage;
  readonly description: TextsByLanguage;
  readonly flows: readonly (Omit<ExportedBotFile["flows"][number], "name"> & {
    readonly name: TextsByLanguage;
  })[];
}

/**
 * Returns a bot's file that is made from a template. The server creates the new bot from this file. `reader` is the
 * language of the person who creates the bot: the names of the stories are in this language.
 */
export const createBotFileFromTemplate = (
  { flows }: Pick<BotTemplate, "flows">,
  settings: Pick<ExportedBotFile["bot"], "name" | "languages" | "platforms"> &
    Partial<ExportedBotFile["bot"]>,
  reader: Language,
): ExportedBotFile => ({
  format: exportedBotFormat,
  version: exportedBotVersion,
  bot: { hours: null, request_hosts: [], ...settings },
  picture: null,
  flows: flows.map((flow) => ({ ...flow, name: flow.name[reader] })),
  articles: [],
  phrases: [],
  canned: [],
});

export const createTextsInLanguages = (en: string, vi: string, ja: string): Record<Language, string> => ({
  en,
  vi,
  ja,
});
type TextsOfAllLanguages = Record<Language, string>;

export const createTextBlock = (id: string, text: TextsOfAllLanguages): FlowBlock => ({
  id,
  type: "text",
  text,
});
export const createEndBlock = (id: string): FlowBlock => ({ id, type: "end" });
export const createTagBlock = (id: string, name: string): FlowBlock => ({
  id,
  type: "tag",
  tag: name,
  remove: false,
});
export const createHandOverBlock = (id: string, text: TextsOfAllLanguages): FlowBlock => ({
  id,
  type: "handoff",
  text,
});

/** Builds a question with quick replies. The keys of `items` are their ids. */
export const createChoicesBlock = (
  id: string,
  text: TextsOfAllLanguages,
  items: Record<string, TextsOfAllLanguages>,
): FlowBlock => ({
  id,
  type: "choices",
  text,
  items: createItems(items),
  retry: createTextsInLanguages(
    "Please choose one of these.",
    "Bạn hãy chọn một mục dưới đây nhé.",
    "次の中からお選びください。",
  ),
  tries: 3,
});

const createItems = (items: Record<string, TextsOfAllLanguages>) =>
  Object.entries(items).map(([id, label]) => ({ id, label }));
export const createChoiceAnswerChecks = (items: Record<string, TextsOfAllLanguages>): AnswerChecks => ({
  kind: "choice",
  items: createItems(items),
});

/** Builds a question for a flow. The answer is stored in the variable with this id. */
export const createAskBlock = (
  id: string,
  variable_id: string,
  answerChecks: AnswerChecks,
  text: TextsOfAllLanguages,
  retryText: TextsOfAllLanguages,
): FlowBlock => ({ id, type: "ask", answer: answerChecks, text, variable_id, retry: retryText, tries: 3 });

/** Returns an estimated height of a group on the canvas, in pixels. No group is higher than its estimate. */
const estimateHeight = (blocks: readonly FlowBlock[]): number =>
  blocks.reduce((sum, block) => {
    const exitCount = block.type === "choices" || block.type === "condition" ? block.items.length + 1 : 1;
    return sum + 52 + exitCount * 28;
  }, 88);

/**
 * Builds a flow and places its groups from left to right in two rows. Each edge leads from `block` or `block/item` to a
 * group.
 */
export function buildFlow(
  groups: Record<string, readonly [title: string, ...blocks: FlowBlock[]]>,
  edges: readonly (readonly [from: string, group: string])[],
  variables: readonly string[],
): Flow {
  const ids = Object.keys(groups);
  const lowerRowGroups = Object.values(groups).filter((_, index) => index % 2 === 1);
  const lowerRowY = Math.max(460, ...lowerRowGroups.map(([, ...blocks]) => estimateHeight(blocks) + 60));
  return {
    start: ids[0] ?? "",
    groups: Object.entries(groups).map(([id, [title, ...blocks]], index) => ({
      id,
      title,
      x: Math.ceil(index / 2) * 380,
      y: index === 0 ? 0 : ((index - 1) % 2) * lowerRowY,
      blocks,
    })),
    edges: edges.map(([from, group_id], index) => {
      const [block_id = "", item_id] = from.split("/");
      return {
        id: `edge-${index + 1}`,
        from: { block_id, ...(item_id !== undefined && { item_id }) },
        to: { group_id },
      };
    }),
    variables: variables.map((name) => ({ id: name, name, initial: null })),
  };
}
