import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { useMutation } from "@tanstack/react-query";
import { use } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { ChatActionsContext } from "../messages/door.ts";
import styles from "./delivery-line.module.css";
import { cancelWaitingMessage } from "./talk-queries.ts";

/**
 * A button that cancels a message before it is sent to the platform. If the reader wrote the message and it has no
 * files, its text returns to the composer, provided that the page has one.
 */
export function CancelWaitingMessageButton({ talkId, message }: { talkId: string; message: Message }) {
  const { t } = useTranslation("channels");
  const chat = use(ChatActionsContext);
  const isTextReturned =
    chat !== null && !chat.isClosed && message.user_id === chat.userId && message.files.length === 0;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const question = {
        title: t("takeBackTitle"),
        text: t("takeBackText"),
        actionLabel: t("takeBackAction"),
        isDestructive: true,
      };
      if (!isTextReturned && !(await askToConfirm(question))) return;
      await cancelWaitingMessage(talkId, message.id);
      if (isTextReturned) chat.appendToComposer(replaceMentionsByNames(message.content));
      toast(t("takenBackToast"));
    },
  });
  return (
    <button type="button" className={styles.button} data-asks disabled={isPending} onClick={() => mutate()}>
      {t("takeBack")}
    </button>
  );
}
