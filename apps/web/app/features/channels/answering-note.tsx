import type { Bot } from "@kakehashi/contract/bots";
import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useAccount } from "../auth/session.ts";
import { handOverTalk, takeTalk } from "../bots/livechat-queries.ts";
import { useDraft } from "../messages/door.ts";
import { useNameInLine } from "../profiles/other-name.tsx";
import styles from "./answering-note.module.css";
import { mayDecide } from "./may-decide.ts";
import { refetchTalks } from "./talk-queries.ts";

interface Props {
  /** Undefined while it loads. */
  bot: Bot | undefined;
  talk: OutsideTalkDetail;
  /** Why nobody can write now. */
  reason?: string | undefined;
}

/** Instead of the composer: who answers the chat, and a button for a reader who may answer it from now on. */
export function AnsweringNote({ bot, talk, reason }: Props) {
  const { t } = useTranslation(["channels", "bots"]);
  const account = useAccount();
  const nameInLine = useNameInLine();
  const [draft] = useDraft(talk.conversation_id);
  const { conversation_id: id, agent } = talk;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (!bot || !account) return;
      try {
        await (agent ? handOverTalk(bot.id, id, account.id) : takeTalk(bot.id, id));
        toast(t("bots:chatTakenToast"));
      } finally {
        await refetchTalks();
      }
    },
  });
  const mayTake = bot !== undefined && mayDecide(talk, bot, account?.id);
  const name = agent ? nameInLine(agent) : "";
  return (
    <div className={styles.note}>
      {reason && <p className={styles.reason}>{reason}</p>}
      <p>{agent ? t(mayTake ? "answeredBy" : "answeredByOther", { name }) : t("answeredByNobody")}</p>
      {mayTake && (
        <Button kind={agent ? "plain" : "primary"} loading={isPending} onClick={() => mutate()}>
          {agent ? t("takeOver") : t("bots:chatTake")}
        </Button>
      )}
      {draft.trim() !== "" && (
        <div className={styles.draft}>
          <p>{t(mayTake ? "draftKept" : "draftKeptOther")}</p>
          <blockquote>{draft}</blockquote>
        </div>
      )}
    </div>
  );
}
