import type { Message } from "@kakehashi/contract/messages";
import { type Kysely, sql } from "kysely";
import { scanTable } from "../../kit/db/scan.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { takeSeq } from "../rooms/service.ts";
import type { DeletedNamesRemover } from "../users/service.ts";
import type { MessageChanger } from "./change.ts";
import * as store from "./change-store.ts";

type MessageKey = Pick<Message, "conversation_id" | "id">;

interface Dependencies {
  db: Kysely<DB>;
  change: MessageChanger;
}

/**
 * Returns the message without the names of the deleted people. If it contains none of them, returns the same object.
 */
function removeNamesFromMessage(message: Message, names: DeletedNamesRemover): Message {
  const content = names.removeFrom(message.content);
  const translations = message.translations?.map((translation) => ({
    ...translation,
    content: names.removeFrom(translation.content),
  }));
  const isUnchanged =
    content === message.content &&
    (translations ?? []).every(
      (translation, index) => translation.content === message.translations?.[index]?.content,
    );
  return isUnchanged ? message : { ...message, content, ...(translations && { translations }) };
}

/**
 * Removes the names of deleted people from the texts of messages, and from the stored texts before each edit.
 *
 * It checks every message, because no index finds all messages with such names. The table of mentions lacks mentions in
 * replies and in code, and the rows of the deleted person are gone. Somebody may have copied a mention into a room in
 * which the person never was. The search index contains only the current texts.
 */
export function createDeletedNameRemoval({ db, change }: Dependencies) {
  /**
   * Removes the names of deleted people from one message. This is a change of the room, so that clients and the search
   * index notice it. It does not count as an edit: the revision stays, so translations stay current and nobody is
   * notified.
   */
  async function removeFromMessage(
    names: DeletedNamesRemover,
    roomId: string,
    messageId: string,
  ): Promise<void> {
    try {
      await change(null, roomId, messageId, async (tx, { message }) => {
        const messageWithoutNames = removeNamesFromMessage(message, names);
        if (messageWithoutNames === message) return null;
        const seq = await takeSeq(tx, roomId);
        return [
          {
            fact: "MessageChanged",
            message: await store.updateTextsWithoutRevision(tx, messageWithoutNames, seq),
          },
        ];
      });
    } catch (error) {
      // Somebody has deleted the room in the meantime, so there is nothing to remove.
      if (!(error instanceof AppError && error.code === "ERR.NOT_FOUND")) throw error;
    }
  }

  return async function removeNamesOfDeletedPeople(names: DeletedNamesRemover): Promise<void> {
    const messages = { table: "messages", key: ["conversation_id", "id"] };
    const mayContain = sql<boolean>`(${names.sqlHasNames("content")} or ${names.sqlMayHaveMentions("translations")})`;
    for await (const { keys } of scanTable<MessageKey>(db, messages, mayContain))
      for (const { conversation_id, id } of keys) await removeFromMessage(names, conversation_id, id);

    const revisions = { table: "message_revisions", key: ["conversation_id", "message_id", "revision"] };
    for await (const { areRows } of scanTable(db, revisions, names.sqlHasNames("content")))
      await sql`update message_revisions set content = ${names.sqlWithoutNames("content")} where ${areRows}`.execute(
        db,
      );
  };
}
