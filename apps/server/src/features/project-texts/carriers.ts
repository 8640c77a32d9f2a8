import type { Language } from "@kakehashi/contract/languages";
import {
  countCharacters,
  type Message,
  maximumMessageLength,
  maximumMessageUnits,
} from "@kakehashi/contract/messages";
import type { ProjectTextField } from "@kakehashi/contract/project-texts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Messages } from "../messages/service.ts";
import * as store from "./store.ts";

interface MessageSender {
  readonly userId: string;
  readonly writingLanguage: Language;
}

interface TextTarget {
  readonly projectId: string;
  readonly roomId: string;
  readonly field: ProjectTextField;
  /** The id of the message with the project's name. The messages with the project's other texts are replies to it. */
  readonly parentId?: string | undefined;
}

/** Whether a project's text is too long for a message, so that it cannot be translated as one. */
export const isTooLong = (text: string): boolean =>
  text.length > maximumMessageUnits ||
  (text.length > maximumMessageLength && countCharacters(text) > maximumMessageLength);

/** Keeps each text of a project in a message (its carrier), where translators work on it. */
export function createTextMessages(
  db: Kysely<DB>,
  messages: Pick<Messages, "send" | "edit" | "findForServer">,
) {
  /** Returns the message that carries a project's text. Undefined if the message is not sent yet or was deleted. */
  async function findMessage({
    conversation_id,
    message_id,
  }: store.TextMessageRow): Promise<Message | undefined> {
    const message = message_id && (await messages.findForServer(conversation_id, message_id));
    return message && !message.deleted ? message : undefined;
  }

  /**
   * Edits a message so that it contains the project's current text. Returns undefined if there is no message,
   * or if its author cannot edit it any more.
   */
  async function editToCurrentText(
    textMessage: store.TextMessageRow,
    text: string,
  ): Promise<Message | undefined> {
    const message = await findMessage(textMessage);
    if (!message || message.content === text || isTooLong(text)) return message;
    const author = { userId: textMessage.author_id, writingLanguage: message.language };
    return messages.edit(author, message.conversation_id, message.id, { content: text }).catch(ignoreRefusal);
  }

  /** The author has left the room, or the message was deleted. The caller then sends the text as another person. */
  function ignoreRefusal(error: unknown): undefined {
    if (!(error instanceof AppError)) throw error;
  }

  async function send(
    textMessage: store.TextMessageRow,
    sender: MessageSender,
    target: TextTarget,
    text: string,
  ) {
    const author = { userId: textMessage.author_id, writingLanguage: sender.writingLanguage };
    const message = await messages
      .send(author, target.roomId, {
        client_id: textMessage.client_id,
        content: text,
        ...(target.parentId !== undefined && { parent_id: target.parentId }),
      })
      .catch(ignoreRefusal);
    if (!message) return undefined;
    await store.setTextMessageId(db, textMessage, message.id);
    return editToCurrentText({ ...textMessage, message_id: message.id }, text);
  }

  return {
    findMessage,
    follow: editToCurrentText,

    /**
     * Returns the message with this text, and sends it if there is none. Two parallel calls send only one
     * message.
     */
    async sendOnce(sender: MessageSender, target: TextTarget, text: string): Promise<Message> {
      const { projectId: project_id, roomId: conversation_id, field } = target;
      const newTextMessageRow = () => ({
        project_id,
        field,
        conversation_id,
        author_id: sender.userId,
        client_id: newId(),
        message_id: null,
      });
      const sendReserved = async () => {
        const textMessage = await store.reserveTextMessage(db, newTextMessageRow());
        const message =
          textMessage.message_id === null
            ? await send(textMessage, sender, target, text)
            : await editToCurrentText(textMessage, text);
        return { carrier: textMessage, message };
      };
      const first = await sendReserved();
      if (first.message) return first.message;
      await store.replaceTextMessage(db, first.carrier, newTextMessageRow());
      const { message } = await sendReserved();
      if (!message) throw new AppError("PROJECT.STEP");
      return message;
    },
  };
}
