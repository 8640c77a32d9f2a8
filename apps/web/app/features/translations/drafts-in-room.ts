import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { readDeviceDraft } from "./draft.ts";
import { draftSynchronizerOf } from "./draft-sync.ts";

/**
 * The conversation of each message whose translation was edited in this tab, by the message's id. Stored drafts do not
 * contain their conversation.
 */
const roomByMessage = new Map<string, string>();

export const rememberRoomOfMessage = ({ id, conversation_id }: Pick<Message, "id" | "conversation_id">) =>
  void roomByMessage.set(id, conversation_id);

export interface UnfinishedTranslation {
  readonly key: string;
  readonly language: Language;
  readonly text: string;
  discard(): void;
}

/**
 * Returns the unsubmitted translations that this person has begun in this tab, for one conversation. Includes different
 * texts that they typed on another device.
 */
export function readUnfinishedTranslations(userId: string, roomId: string): UnfinishedTranslation[] {
  const draftsToCheck = [...roomByMessage]
    .filter(([, room]) => room === roomId)
    .flatMap(([mid]) => languages.map((language) => ({ mid, language })));
  return draftsToCheck.flatMap(({ mid, language }) => {
    const { draft, setAside } = readDeviceDraft(userId, mid, language);
    const getDraftSync = () => draftSynchronizerOf(userId, mid, language);
    return [
      {
        key: `${mid} ${language}`,
        language,
        text: draft?.text ?? "",
        discard: () => getDraftSync().discard(),
      },
      {
        key: `${mid} ${language} apart`,
        language,
        text: setAside,
        discard: () => getDraftSync().dismissOtherDeviceText(),
      },
    ].filter(({ text }) => text.trim() !== "");
  });
}
