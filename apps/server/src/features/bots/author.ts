import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { addPersonWithoutAccount, changePersonWithoutAccount } from "../users/service.ts";
import * as store from "./store.ts";

/**
 * Returns the user who is the author of the bot's messages in conversations. Updates this user's name to
 * the bot's. The first call creates the user.
 */
export async function findOrCreateAuthor(executor: Kysely<DB>, id: string): Promise<string> {
  const existingAuthor = await store.findMessageAuthorOfBot(executor, id, false);
  if (existingAuthor?.user_id) {
    if (existingAuthor.author_name !== existingAuthor.name)
      await changePersonWithoutAccount(executor, existingAuthor.user_id, { name: existingAuthor.name });
    return existingAuthor.user_id;
  }
  // The author is the user who writes the bot's messages. Two requests at the same time may both find no author. So
  // lock the bot and look again before creating one.
  const lockedBot = await store.findMessageAuthorOfBot(executor, id, true);
  if (!lockedBot) throw createNotFoundError();
  if (lockedBot.user_id) return lockedBot.user_id;
  const userId = await addPersonWithoutAccount(executor, { name: lockedBot.name, language: null });
  await store.setMessageAuthorOfBot(executor, id, userId);
  return userId;
}
