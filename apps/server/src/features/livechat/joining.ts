import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { RunKeyedTask } from "../../kit/turns.ts";
import { listColleagueIdsToAdd, listTranslatorIdsToAdd } from "./bot-people-store.ts";
import type { LivechatDependencies } from "./dependencies.ts";

interface ColleagueAddingDependencies extends Pick<LivechatDependencies, "db" | "rooms" | "messages"> {
  readonly inTurn: RunKeyedTask;
}

/**
 * Adds people who work on the bot as members of a talk's conversation. Without membership they can read the talk in the
 * inbox, but it is not among their conversations and they get no notifications.
 */
export function createColleagueAdding({ db, rooms, messages, inTurn }: ColleagueAddingDependencies) {
  async function addFoundPeople(
    conversationId: string,
    findUserIds: (tx: Kysely<DB>) => Promise<string[]>,
    readNumber: number | null = null,
  ): Promise<void> {
    const runJoin = async (tx: Kysely<DB>) => {
      const missingUserIds = await findUserIds(tx);
      return missingUserIds.length > 0
        ? rooms.addMembersIn(tx, conversationId, missingUserIds, { readNumber })
        : null;
    };
    const publishJoin = await inTurn(conversationId, () => db.transaction().execute(runJoin));
    await publishJoin?.();
  }

  messages.defineAddMentionedColleagues(({ authorId, roomId: conversationId, readNumber }, userIds) =>
    addFoundPeople(
      conversationId,
      (tx) => listColleagueIdsToAdd(tx, { conversationId, authorId }, userIds),
      readNumber,
    ),
  );

  return {
    /**
     * Adds the bot's translators to a conversation with an answer that waits for its translation. Only members see the
     * answer in their translation queue.
     */
    async addTranslatorsToTalk(
      talkIds: { botId: string; conversationId: string },
      languages: { from: Language; to: Language },
    ): Promise<void> {
      const findMissingTranslators = (executor: Kysely<DB>) =>
        listTranslatorIdsToAdd(executor, talkIds, languages);
      // Usually all of the bot's translators for these languages are members already. Then no transaction is needed.
      if ((await findMissingTranslators(db)).length > 0)
        await addFoundPeople(talkIds.conversationId, findMissingTranslators);
    },
  };
}
