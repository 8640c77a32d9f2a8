import { Readable } from "node:stream";
import type { BotArticleBody } from "@kakehashi/contract/bot-articles";
import type { CannedAnswerBody } from "@kakehashi/contract/bot-canned";
import type { BotPhraseBody } from "@kakehashi/contract/bot-phrases";
import type { Bot } from "@kakehashi/contract/bots";
import { type ExportedBotFile, exportedBotFormat, exportedBotVersion } from "@kakehashi/contract/flows/file";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { DownloadAnswer } from "../../kit/http/download.ts";
import { newId } from "../../kit/ids.ts";

/** The content of a bot's file besides the bot's settings. */
export interface BotFileContent {
  readonly stories: readonly { readonly id: string; readonly name: string; readonly flow: Flow }[];
  readonly articles: readonly (BotArticleBody & { readonly id: string })[];
  /** The phrases in the order of the bot's list. The bot answers a message with the first phrase that fits. */
  readonly phrases: readonly BotPhraseBody[];
  readonly canned: readonly CannedAnswerBody[];
  /** A square picture as WebP. Null if the bot has none. */
  readonly picture: Buffer | null;
}

export const emptyBotContent: BotFileContent = {
  picture: null,
  stories: [],
  articles: [],
  phrases: [],
  canned: [],
};

const toBotFile = (
  { name, languages, platforms, hours, request_hosts }: Bot,
  { stories, articles, phrases, canned, picture }: BotFileContent,
): ExportedBotFile => ({
  format: exportedBotFormat,
  version: exportedBotVersion,
  bot: { name, languages, platforms, hours, request_hosts },
  picture: picture?.toString("base64") ?? null,
  flows: stories.map(({ id, name, flow }) => ({ id, name, flow })),
  articles: [...articles],
  phrases: [...phrases],
  canned: [...canned],
});

/** Returns the bot's file as an HTTP download. */
export function createBotDownload(bot: Bot, content: BotFileContent): DownloadAnswer {
  const bytes = Buffer.from(JSON.stringify(toBotFile(bot, content)));
  return new DownloadAnswer({
    etag: `${bot.id}-${bot.updated_at}`,
    type: "application/json; charset=utf-8",
    size: bytes.length,
    name: `${bot.name}.json`,
    inline: false,
    open: async (range) =>
      Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false }),
  });
}

const mapToNewIds = (contentParts: readonly { readonly id: string }[]) =>
  new Map(contentParts.map(({ id }) => [id, newId()]));

/** Gives copied or imported stories and articles new ids, and changes the jumps and phrases to these ids. */
export function replaceContentIds({
  stories,
  articles,
  phrases,
  canned,
  picture,
}: BotFileContent): BotFileContent {
  const flowIds = mapToNewIds(stories);
  const articleIds = mapToNewIds(articles);
  return {
    picture,
    canned,
    stories: stories.map(({ id, name, flow }) => ({
      id: flowIds.get(id) ?? newId(),
      name,
      flow: {
        ...flow,
        groups: flow.groups.map((group) => ({
          ...group,
          blocks: group.blocks.map((block) =>
            // A jump to a story that is not in the copy loses its target. The validator then shows an error at the
            // jump.
            block.type === "jump" ? { ...block, flow_id: flowIds.get(block.flow_id ?? "") ?? null } : block,
          ),
        })),
      },
    })),
    articles: articles.map((article) => ({ ...article, id: articleIds.get(article.id) ?? newId() })),
    phrases: phrases.map(({ target, ...phrase }) => ({
      ...phrase,
      target: replaceTargetIds(target, flowIds, articleIds),
    })),
  };
}

type NewIds = ReadonlyMap<string, string>;
function replaceTargetIds(
  target: BotPhraseBody["target"],
  flowIds: NewIds,
  articleIds: NewIds,
): BotPhraseBody["target"] {
  if (target.kind === "story") return { ...target, flow_id: flowIds.get(target.flow_id) ?? target.flow_id };
  if (target.kind === "article")
    return { ...target, article_id: articleIds.get(target.article_id) ?? target.article_id };
  return target;
}
