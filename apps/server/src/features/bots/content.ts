import { maximumArticlesPerBot } from "@kakehashi/contract/bot-articles";
import { maximumPhrasesPerBot } from "@kakehashi/contract/bot-phrases";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";
import { insertArticle, listArticles } from "./article-store.ts";
import { insertCannedAnswer, listTextsOfCannedAnswers } from "./canned-store.ts";
import type { BotFileContent } from "./file.ts";
import { insertFlow, listNewestDraftPerFlow } from "./flow-store.ts";
import { listPhrases } from "./phrase-store.ts";
import type { Phrases } from "./phrases.ts";

/**
 * Reads the drafts, articles, phrases and canned answers of a bot, for a file or a copy. Leaves out phrases that answer
 * with a deleted story.
 */
export async function readBotContent(
  db: Kysely<DB>,
  botId: string,
): Promise<Omit<BotFileContent, "picture">> {
  const stories = await listNewestDraftPerFlow(db, botId);
  const { articles } = await listArticles(db, botId, "", { offset: 0, limit: maximumArticlesPerBot });
  const { phrases } = await listPhrases(db, botId, "", { offset: 0, limit: maximumPhrasesPerBot });
  const cannedAnswers = await listTextsOfCannedAnswers(db, botId, null);
  const ids = new Set(stories.map(({ id }) => id));
  return {
    stories,
    articles: articles.map(({ id, name, title, text, image, buttons }) => ({
      id,
      name,
      title,
      text,
      image,
      buttons,
    })),
    phrases: phrases
      .filter(({ target }) => target.kind !== "story" || ids.has(target.flow_id))
      .map(({ kind, keywords, target, is_enabled }) => ({ kind, keywords, target, is_enabled })),
    canned: cannedAnswers.map(({ shortcut, text }) => ({ shortcut, text })),
  };
}

/**
 * Writes the stories, articles, phrases and canned answers of a new bot. The caller must have given new ids to the
 * stories and articles.
 */
export async function writeBotContent(
  tx: Kysely<DB>,
  { botId, userId }: { botId: string; userId: string },
  { stories, articles, phrases, canned }: BotFileContent,
  insertPhrases: Phrases["insertAll"],
): Promise<void> {
  for (const { id, name, flow } of stories) await insertFlow(tx, { id, botId, userId, name }, flow);
  for (const { id, ...body } of articles) await insertArticle(tx, { id, botId, userId }, body);
  await insertPhrases(tx, { botId, userId }, phrases);
  for (const cannedAnswer of canned)
    await insertCannedAnswer(tx, { id: newId(), botId, userId }, cannedAnswer);
}
