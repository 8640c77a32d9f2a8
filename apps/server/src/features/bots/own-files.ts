import type { BotUpload } from "@kakehashi/contract/bot-files";
import type { ActionOnBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { createBotFilePath, findBotFileKeys } from "@kakehashi/contract/flows/own-files";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import type { DownloadAnswer } from "../../kit/http/download.ts";
import type { Files } from "../files/service.ts";
import type { BotFileContent } from "./file.ts";
import type { BotActor } from "./person.ts";
import type { BotReader } from "./store.ts";

export type BotFileStore = Files["botFiles"];

interface BotFilesDependencies {
  readonly db: Kysely<DB>;
  readonly botFiles: BotFileStore;
  find(
    executor: Kysely<DB>,
    reader: BotReader,
    id: string,
    action: ActionOnBot,
    isLocked?: boolean,
  ): Promise<Bot>;
}

/** Manages the pictures and files that people have uploaded for a bot. */
export function createBotFiles({ db, botFiles, find }: BotFilesDependencies) {
  return {
    add: (person: BotActor, botId: string, fileId: string): Promise<BotUpload> =>
      db.transaction().execute(async (tx) => {
        await find(tx, person, botId, "edit", true);
        return botFiles.take(tx, person.userId, botId, fileId);
      }),

    async open(key: string): Promise<DownloadAnswer> {
      const foundFile = await botFiles.download(key);
      if (!foundFile) throw createNotFoundError();
      return foundFile;
    },
  };
}

/** Stores which files a bot's texts use. The files are then kept as long as the bot exists. */
export const registerFileUses = async (
  tx: Kysely<DB>,
  botFiles: BotFileStore,
  botId: string,
  texts: unknown,
): Promise<void> => {
  await botFiles.registerUses(tx, botId, findBotFileKeys(JSON.stringify(texts)));
};

/**
 * Stores which files a new bot uses. If a file does not exist in this installation, empties its URL, so that the
 * validator shows an error at the block with this file.
 */
export async function clearUrlsOfMissingFiles(
  tx: Kysely<DB>,
  botFiles: BotFileStore,
  botId: string,
  content: BotFileContent,
): Promise<BotFileContent> {
  const { stories, articles } = content;
  const json = JSON.stringify({ stories, articles });
  const fileKeys = findBotFileKeys(json);
  if (fileKeys.length === 0) return content;
  const storedFileKeys = await botFiles.registerUses(tx, botId, fileKeys);
  const missingFileKeys = fileKeys.filter((key) => !storedFileKeys.has(key));
  const contentWithKnownFiles: Pick<BotFileContent, "stories" | "articles"> = JSON.parse(
    missingFileKeys.reduce((text, key) => text.replaceAll(`"${createBotFilePath(key)}"`, '""'), json),
  );
  return {
    ...content,
    ...contentWithKnownFiles,
    articles: contentWithKnownFiles.articles.map((article) => ({ ...article, image: article.image || null })),
  };
}

/**
 * Makes the URLs of files in a bot's file absolute, so that another installation can show the files. Changes nothing if
 * this installation does not use https, because a bot's file accepts only https URLs.
 */
export const makeFileUrlsAbsolute = (content: BotFileContent, publicUrl: string): BotFileContent =>
  publicUrl.startsWith("https://")
    ? replaceUrlPrefix(content, `"${botFileUrlPrefix}`, `"${publicUrl}${botFileUrlPrefix}`)
    : content;

/**
 * Makes the absolute URLs of this installation's files relative again. A bot's file that was exported here contains
 * such URLs.
 */
export const makeFileUrlsRelative = (content: BotFileContent, publicUrl: string): BotFileContent =>
  replaceUrlPrefix(content, `"${publicUrl}${botFileUrlPrefix}`, `"${botFileUrlPrefix}`);

const botFileUrlPrefix = createBotFilePath("");

function replaceUrlPrefix(content: BotFileContent, from: string, to: string): BotFileContent {
  const { stories, articles } = content;
  const json = JSON.stringify({ stories, articles });
  return json.includes(from) ? { ...content, ...JSON.parse(json.replaceAll(from, to)) } : content;
}
