import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { toast, toastError } from "../../../kit/toast.ts";
import { askToConfirm } from "../../../kit/ui/confirm.tsx";
import { useCopy } from "../../../kit/ui/use-copy.ts";
import { useReader } from "../../auth/reader.ts";
import { translateMessageForReader } from "../../conversations/in-reader-language.ts";
import { storeRecentEmoji } from "../../emojis/emojis.ts";
import * as acts from "./message-calls.ts";

const bookmarkToasts = {
  removed: "unmarkedToast",
  waits: "markedToast",
  translated: "markedDoneToast",
} as const;

/**
 * The actions on a message. If an action fails, a toast shows the error. A toast also confirms a bookmark, a requested
 * translation and a copy.
 */
export function useMessageActions() {
  const { t } = useTranslation("messages");
  const copyText = useCopy();
  const reader = useReader();

  function toastFailure(promise: Promise<unknown>): void {
    promise.catch(toastError);
  }

  return {
    react(message: Message, type: string): void {
      storeRecentEmoji(type);
      toastFailure(acts.toggleReaction(message, type));
    },
    bookmark(message: Message): void {
      toastFailure(acts.toggleBookmark(message).then((result) => toast(t(bookmarkToasts[result]))));
    },
    ask: (message: Message) =>
      toastFailure(acts.requestTranslation(message, reader.ownLanguage).then(() => toast(t("markedToast")))),
    pin: (message: Message) => toastFailure(acts.saveMessagePinned(message, !message.pinned)),
    copyText: (message: Message) =>
      copyText(replaceMentionsByNames(translateMessageForReader(message, reader).content), t("textCopied")),
    copyLink: (message: Message) => copyText(acts.messageUrlOf(message), t("linkCopied")),
    async remove(message: Message): Promise<void> {
      const isConfirmed = await askToConfirm({
        title: t("deleteTitle"),
        text: t("deleteText"),
        actionLabel: t("delete"),
        isDestructive: true,
      });
      if (isConfirmed) toastFailure(acts.deleteMessageOnServer(message));
    },
  };
}
