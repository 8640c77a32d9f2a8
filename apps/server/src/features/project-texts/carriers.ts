import type { Language } from "@kakehashi/contract/languages";
import { isTooLongForMessage } from "@kakehashi/contract/message-text";
import type { Message } from "@kakehashi/contract/messages";
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
  /**
   * The id of the message with the project's name. Messages with the project's other texts are replies to this message.
   */
  readonly parentId?: string | undefined;
}

/** Keeps each text of a project in a message, its carrier. Translators translate this message. */
export function createProjectTextMessageService(
  db: Kysely<DB>,
  messages: Pick<Messages, "send" | "edit" | "findForServer">,
) {
  /** Returns the message with a project's text. Undefined if the message is not sent yet or was deleted. */
  async function findMessage({
    conversation_id,
    message_id,
  }: store.ProjectTextMessageRow): Promise<Message | undefined> {
    const message = message_id && (await messages.findForServer(conversation_id, message_id));
    return message && !message.deleted ? message : undefined;
  }

  /**
   * Edits the message of a project's text, so that it contains the current text. Returns undefined if there is no
   * message, or if its author can no longer edit it.
   */
  async function updateToCurrentText(
    textMessage: store.ProjectTextMessageRow,
    text: string,
  ): Promise<Message | undefined> {
    const message = await findMessage(textMessage);
    if (!message || message.content === text || isTooLongForMessage(text)) return message;
    const author = { userId: textMessage.author_id, writingLanguage: message.language };
    return messages.edit(author, message.conversation_id, message.id, { content: text }).catch(ignoreRefusal);
  }

  /**
   * Ignores that the author may not send or edit the message, for example because the author has left the room or the
   * message was deleted. The caller gets undefined, and the text is sent again as another person.
   */
  function ignoreRefusal(error: unknown): undefined {
    if (!(error instanceof AppError)) throw error;
  }

  async function sendTextMessage(
    textMessage: store.ProjectTextMessageRow,
    sender: MessageSender,
    textTarget: TextTarget,
    text: string,
  ) {
    const author = { userId: textMessage.author_id, writingLanguage: sender.writingLanguage };
    const message = await messages
      .send(author, textTarget.roomId, {
        client_id: textMessage.client_id,
        content: text,
        ...(textTarget.parentId !== undefined && { parent_id: textTarget.parentId }),
      })
      .catch(ignoreRefusal);
    if (!message) return undefined;
    await store.setProjectTextMessageId(db, textMessage, message.id);
    return updateToCurrentText({ ...textMessage, message_id: message.id }, text);
  }

  return {
    findMessage,
    follow: updateToCurrentText,

    /**
     * Returns the message that carries the project's text `textTarget`. Sends it first if there is none. If it has an
     * older text, edits it, unless the text is too long for a message. Two parallel calls send it only once.
     */
    async sendOnce(sender: MessageSender, textTarget: TextTarget, text: string): Promise<Message> {
      const { projectId: project_id, roomId: conversation_id, field } = textTarget;
      const createTextMessageRow = () => ({
        project_id,
        field,
        conversation_id,
        author_id: sender.userId,
        client_id: newId(),
        message_id: null,
      });
      const reserveAndSend = async () => {
        const textMessage = await store.reserveProjectTextMessage(db, createTextMessageRow());
        const message =
          textMessage.message_id === null
            ? await sendTextMessage(textMessage, sender, textTarget, text)
            : await updateToCurrentText(textMessage, text);
        return { carrier: textMessage, message };
      };
      const firstResult = await reserveAndSend();
      if (firstResult.message) return firstResult.message;
      await store.reserveReplacementTextMessage(db, firstResult.carrier, createTextMessageRow());
      const { message } = await reserveAndSend();
      if (!message) throw new AppError("PROJECT.STEP");
      return message;
    },
  };
}
