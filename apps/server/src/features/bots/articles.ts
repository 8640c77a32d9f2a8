import {
  type BotArticle,
  type BotArticleBody,
  maximumArticlesPerBot,
  maximumListedArticleUses,
} from "@kakehashi/contract/bot-articles";
import type { Bot } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import { newId } from "../../kit/ids.ts";
import * as store from "./article-store.ts";
import { type BotFileStore, registerFileUses } from "./own-files.ts";
import { type BotContentChangeDependencies, createBotContentChange } from "./part-changes.ts";
import type { BotActor } from "./person.ts";
import { type BotReader, setUpdatedAtToNow } from "./store.ts";

/** Manages the articles of bots. An article is a card that several phrases (prepared answers to keywords) can send. */
export function createArticles(
  dependencies: BotContentChangeDependencies & { readonly botFiles: BotFileStore },
) {
  const { db, botFiles, findBot: find } = dependencies;
  async function findArticle(executor: Kysely<DB>, botId: string, id: string): Promise<BotArticle> {
    const foundArticle = await store.findArticle(executor, botId, id);
    if (!foundArticle) throw createNotFoundError();
    return foundArticle;
  }

  // Each change locks the bot, so that no phrase can start to use an article while somebody deletes that article.
  const { change, rewriteTexts } = createBotContentChange(dependencies, "articles", setUpdatedAtToNow);

  return {
    async list(
      reader: BotReader,
      botId: string,
      query: { page: number; paging: number; skip?: number | undefined; search?: string | undefined },
    ) {
      await find(db, reader, botId, "read");
      const { page, paging, search = "" } = query;
      const offset = offsetOf(query);
      const { articles, total } = await store.listArticles(db, botId, search.trim(), {
        offset,
        limit: paging,
      });
      const { data, has_more, next } = cutPage(articles, offset, offset + articles.length < total);
      return { data, meta: { page, paging, total, has_more, next } };
    },

    async view(reader: BotReader, botId: string, id: string) {
      await find(db, reader, botId, "read");
      const article = await findArticle(db, botId, id);
      return { ...article, uses: await store.listPhrasesUsingArticle(db, id, maximumListedArticleUses) };
    },

    async create(person: BotActor, botId: string, body: BotArticleBody): Promise<BotArticle> {
      const id = newId();
      await change(person, botId, async (tx) => {
        if ((await store.countArticles(tx, botId)) >= maximumArticlesPerBot)
          throw new AppError("BOT.TOO_MANY_ARTICLES");
        await registerFileUses(tx, botFiles, botId, body);
        await store.insertArticle(tx, { id, botId, userId: person.userId }, body);
      });
      return findArticle(db, botId, id);
    },

    async change(
      person: BotActor,
      botId: string,
      id: string,
      { revision, ...body }: BotArticleBody & { revision: number },
    ): Promise<BotArticle> {
      await change(person, botId, async (tx) => {
        if ((await findArticle(tx, botId, id)).revision !== revision) throw new AppError("BOT.EDITED");
        await registerFileUses(tx, botFiles, botId, body);
        await store.updateArticle(tx, id, body, person.userId);
      });
      return findArticle(db, botId, id);
    },

    /**
     * Returns a bot's articles with their texts, sorted by name. The caller must have checked the reader's permission.
     */
    listTexts: (executor: Kysely<DB>, botId: string, id: string | null): Promise<store.ArticleTexts[]> =>
      store.listTextsOfArticles(executor, botId, id),

    /**
     * Replaces the texts of an article with a translation, and stores them as the article's next revision. `rewriteArticle`
     * checks the translator's permission and returns the new texts.
     */
    rewrite: (
      person: BotActor,
      botId: string,
      id: string,
      rewriteArticle: (
        tx: Kysely<DB>,
        article: BotArticle,
        bot: Bot,
      ) => Promise<Pick<BotArticle, "title" | "text" | "buttons">>,
    ): Promise<void> =>
      rewriteTexts(person, botId, async (tx, bot) => {
        const article = await findArticle(tx, botId, id);
        await store.updateArticle(
          tx,
          id,
          { ...article, ...(await rewriteArticle(tx, article, bot)) },
          person.userId,
        );
      }),

    async remove(person: BotActor, botId: string, id: string): Promise<void> {
      await change(person, botId, async (tx) => {
        if ((await findArticle(tx, botId, id)).use_count > 0) throw new AppError("BOT.ARTICLE_USED");
        await store.deleteArticle(tx, id);
      });
    },
  };
}
