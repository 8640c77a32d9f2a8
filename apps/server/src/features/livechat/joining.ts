import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { RunKeyedTask } from "../../kit/turns.ts";
import { listColleaguesToAdd, listMissingTranslators } from "./bot-people-store.ts";
import type { LivechatDependencies } from "./dependencies.ts";

interface Dependencies extends Pick<LivechatDependencies, "db" | "rooms" | "messages"> {
  readonly inTurn: RunKeyedTask;
}

/**
 * Adds people who work on the bot as members of a talk's conversation. They can read every talk anyway, but only
 * members see it among their own conversations and get notifications.
 */
export function createColleagueAdding({ db, rooms, messages, inTurn }: Dependencies) {
  /** Adds the people whom `find` returns to the conversation. */
  async function addFoundPeople(
    conversationId: string,
    find: (tx: Kysely<DB>) => Promise<string[]>,
    readNumber: number | null = null,
  ): Promise<void> {
    const run = async (tx: Kysely<DB>) => {
      const missingUserIds = await find(tx);
      return missingUserIds.length > 0
        ? rooms.addMembersIn(tx, conversationId, missingUserIds, { readNumber })
        : null;
    };
    const publish = await inTurn(conversationId, () => db.transaction().execute(run));
    await publish?.();
  }

  messages.defineAddMentionedColleagues(({ authorId, roomId: conversationId, readNumber }, userIds) =>
    addFoundPeople(
      conversationId,
      (tx) => listColleaguesToAdd(tx, { conversationId, authorId }, userIds),
      readNumber,
    ),
  );

  return {
    /**
     * Adds the bot's translators to a conversation in which an answer waits for its translation, because only members
     * see the answer in their translation queue.
     */
    async addTranslatorsToTalk(
      chat: { botId: string; conversationId: string },
      languages: { from: Language; to: Language },
    ): Promise<void> {
      const find = (executor: Kysely<DB>) => listMissingTranslators(executor, chat, languages);
      // Usually all of the bot's translators for these languages are members already, and then no transaction is
      // needed.
      if ((await find(db)).length > 0) await addFoundPeople(chat.conversationId, find);
    },
  };
}
