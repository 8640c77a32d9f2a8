import type { ActionOnBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { recordAudit } from "../audit/service.ts";
import type { Profiles } from "../profiles/service.ts";
import type { BotActor } from "./person.ts";
import * as store from "./store.ts";

interface BotPictureDependencies {
  db: Kysely<DB>;
  pictures: Profiles["botPictures"];
  find(
    executor: Kysely<DB>,
    reader: store.BotReader,
    id: string,
    action: ActionOnBot,
    isLocked?: boolean,
  ): Promise<Bot>;
  authorOf(executor: Kysely<DB>, id: string): Promise<string>;
}

/**
 * Manages the pictures of bots. The author of a bot's messages is a row of `users`, and the bot's picture is stored as
 * the picture of that user. So conversations show a bot's picture like the picture of a person.
 */
export function createBotPicture({ db, pictures, find, authorOf }: BotPictureDependencies) {
  async function writePicture(tx: Kysely<DB>, id: string, squarePicture: Buffer | null): Promise<void> {
    if (squarePicture) await pictures.set(tx, await authorOf(tx, id), squarePicture);
  }

  /** Changes the picture of a bot that the person may edit. */
  const changePicture = (
    person: BotActor,
    id: string,
    storeChange: (tx: Kysely<DB>) => Promise<void>,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const { name } = await find(tx, person, id, "edit", true);
      await storeChange(tx);
      await store.setUpdatedAtToNow(tx, id);
      await recordAudit(tx, person, "bot.change", id, { title: name, fields: ["picture"] });
    });

  return {
    /** Stores the picture of a new bot in the transaction that creates the bot. */
    write: writePicture,

    async set(person: BotActor, id: string, bytes: Uint8Array): Promise<void> {
      // Check the permission before reading the picture, because reading takes memory.
      await find(db, person, id, "edit");
      const squarePicture = await pictures.read(bytes, person.userId);
      await changePicture(person, id, (tx) => writePicture(tx, id, squarePicture));
    },

    remove: (person: BotActor, id: string): Promise<void> =>
      changePicture(person, id, async (tx) => {
        const author = await store.findMessageAuthorOfBot(tx, id, false);
        if (author?.user_id) await pictures.remove(tx, author.user_id);
      }),

    /**
     * Decodes and checks the picture that a bot's file contains. Throws PROFILE.PICTURE if the picture is not usable.
     */
    readBase64: async (encodedPicture: string | null, editorId: string): Promise<Buffer | null> =>
      encodedPicture === null ? null : pictures.read(Buffer.from(encodedPicture, "base64"), editorId),

    async bytesOf(id: string): Promise<Buffer | null> {
      const author = await store.findMessageAuthorOfBot(db, id, false);
      return (author?.user_id && (await pictures.bytesOf(db, author.user_id))) || null;
    },
  };
}
