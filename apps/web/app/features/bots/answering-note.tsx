import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import type { Bot } from "@kakehashi/contract/bots";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { offerUndo } from "../../kit/undo.ts";
import { useAccount } from "../auth/session.ts";
import { useDraft } from "../messages/door.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import styles from "./answering-note.module.css";
import { handOverTalk, takeTalk, undoHandOver } from "./livechat-queries.ts";
import { mayManageTalk } from "./may-decide.ts";

export interface NoComposerNoteProps {
  /** The bot to which the chat's visitor wrote. Undefined while the bot loads. */
  bot: Bot | undefined;
  talk: Pick<LivechatDetail, "conversation_id" | "agent" | "state">;
  /** The reason why nobody can write in the chat now, not even its agent. */
  closedReasonText?: string | undefined;
  /** Whether to show a button that opens a closed chat again. False if another part of the page has such a button. */
  hasReopenButton?: boolean;
  /** Called after each action on the chat, even if the server refused the action. */
  onActionEnd?: (() => Promise<unknown>) | undefined;
}

/**
 * Shown instead of the composer to readers who are not the chat's agent. Says who the agent is. Readers who may take
 * over the chat get a button for that.
 */
export function NoComposerNote({
  bot,
  talk,
  closedReasonText,
  hasReopenButton = false,
  onActionEnd,
}: NoComposerNoteProps) {
  const { t } = useTranslation("bots");
  const account = useAccount();
  const formatNameInLine = useNameInLineFormatter();
  const { conversation_id: id, state } = talk;
  const isClosed = state === "CLOSED";
  const agent = isClosed ? null : talk.agent;
  const [draft] = useDraft(id);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (!bot || !account) return;
      try {
        if (agent) {
          await handOverTalk(bot.id, id, account.id);
          offerUndo(t("chatTakenToast"), () => undoHandOver(bot.id, id).finally(onActionEnd));
        } else {
          await takeTalk(bot.id, id);
          toast(t("chatTakenToast"));
        }
      } finally {
        await onActionEnd?.();
      }
    },
  });
  const mayTake =
    bot !== undefined && (isClosed ? hasReopenButton : mayManageTalk({ agent }, bot, account?.id));
  const name = agent ? formatNameInLine(agent) : "";
  return (
    <div className={styles.note}>
      {closedReasonText && <p className={styles.reason}>{closedReasonText}</p>}
      {!isClosed && (
        <p>
          {agent
            ? t(mayTake ? "chatAnsweredBy" : "chatAnsweredByOther", { name })
            : t("chatAnsweredByNobody")}
        </p>
      )}
      {mayTake && (
        <Button kind={agent || isClosed ? "plain" : "primary"} loading={isPending} onClick={() => mutate()}>
          {t(isClosed ? "chatReopen" : agent ? "chatTakeOver" : "chatTake")}
        </Button>
      )}
      {draft.trim() !== "" && (
        <div className={styles.draft}>
          <p>{t(mayTake ? "chatDraftKept" : "chatDraftKeptOther")}</p>
          <blockquote>{draft}</blockquote>
        </div>
      )}
    </div>
  );
}
