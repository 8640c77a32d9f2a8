import { type ActionOnBot, canCreateBot } from "@kakehashi/contract/bot-permissions";
import { type Bot, maximumBotsPerPerson, type NewBotBody } from "@kakehashi/contract/bots";
import type { ExportedBotFile } from "@kakehashi/contract/flows/file";
import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { DownloadAnswer } from "../../kit/http/download.ts";
import { newId } from "../../kit/ids.ts";
import { recordAudit } from "../audit/service.ts";
import type { Files } from "../files/service.ts";
import { storeWithinBotSize } from "./bot-size.ts";
import { readBotContent, writeBotContent } from "./content.ts";
import { type BotFileContent, createBotDownload, emptyBotContent, replaceContentIds } from "./file.ts";
import {
  type BotFileStore,
  clearUrlsOfMissingFiles,
  makeFileUrlsAbsolute,
  makeFileUrlsRelative,
} from "./own-files.ts";
import type { BotActor } from "./person.ts";
import type { Phrases } from "./phrases.ts";
import type { createBotPicture } from "./picture.ts";
import * as store from "./store.ts";

interface BotCreationDependencies {
  readonly db: Kysely<DB>;
  readonly quota: Pick<Files["quota"], "storeTexts">;
  readonly botFiles: BotFileStore;
  /** The URL of the site, without a trailing slash. */
  readonly publicUrl: string;
  readonly picture: ReturnType<typeof createBotPicture>;
  readonly insertPhrases: Phrases["insertAll"];
  /** Returns the bot if the reader's role on it allows `action`. Throws "not found" or "forbidden" otherwise. */
  find(executor: Kysely<DB>, reader: store.BotReader, id: string, action: ActionOnBot): Promise<Bot>;
}

/** Creates bots: empty ones, copies, and bots from a file. Also exports a bot to a file. */
export function createBotCreationService({
  db,
  quota,
  botFiles,
  publicUrl,
  picture,
  insertPhrases,
  find,
}: BotCreationDependencies) {
  const readContent = async (id: string): Promise<BotFileContent> => ({
    ...(await readBotContent(db, id)),
    picture: await picture.bytesOf(id),
  });

  /**
   * Creates a bot with the content of a file or of another bot. The caller must have given new ids to the stories and
   * articles.
   */
  async function createBot(
    person: BotActor & { role: Role },
    settings: store.BotSettings,
    content = emptyBotContent,
  ): Promise<Bot> {
    if (!canCreateBot(person.role)) throw new AppError("ERR.FORBIDDEN");
    const { userId } = person;
    const id = newId();
    await db.transaction().execute(async (tx) => {
      if ((await store.lockAndCountBotsOfPerson(tx, userId)) >= maximumBotsPerPerson)
        throw new AppError("BOT.TOO_MANY");
      await store.insertBot(tx, { id, userId }, settings);
      const contentWithKnownFiles = await clearUrlsOfMissingFiles(tx, botFiles, id, content);
      await quota.storeTexts(tx, userId, () =>
        storeWithinBotSize(tx, id, () =>
          writeBotContent(tx, { botId: id, userId }, contentWithKnownFiles, insertPhrases),
        ),
      );
      await picture.write(tx, id, content.picture);
      await recordAudit(tx, person, "bot.create", id, { title: settings.name });
    });
    return find(db, person, id, "read");
  }

  return {
    create: (person: BotActor & { role: Role }, body: NewBotBody): Promise<Bot> => createBot(person, body),

    async duplicate(person: BotActor & { role: Role }, id: string, name: string): Promise<Bot> {
      const bot = await find(db, person, id, "read");
      return createBot(person, { ...bot, name }, replaceContentIds(await readContent(id)));
    },

    async file(reader: store.BotReader, id: string): Promise<DownloadAnswer> {
      const bot = await find(db, reader, id, "edit");
      return createBotDownload(bot, makeFileUrlsAbsolute(await readContent(id), publicUrl));
    },

    async import(
      person: BotActor & { role: Role },
      { bot, flows: stories, ...otherBotFields }: ExportedBotFile,
    ): Promise<Bot> {
      if (!canCreateBot(person.role)) throw new AppError("ERR.FORBIDDEN");
      const squarePicture = await picture.readBase64(otherBotFields.picture, person.userId);
      const content = makeFileUrlsRelative({ stories, ...otherBotFields, picture: squarePicture }, publicUrl);
      return createBot(person, bot, replaceContentIds(content));
    },
  };
}
