import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./channels.module.css";
import { setPersonBlocked } from "./talk-queries.ts";

/** A note that a person on Messenger or Zalo is blocked. Readers who may unblock the person get a button for that. */
export function BlockedNote({ talk, mayUnblock }: { talk: OutsideTalkDetail; mayUnblock: boolean }) {
  const { t } = useTranslation("channels");
  const { mutate, isPending } = useMutation({
    mutationFn: () => setPersonBlocked(talk.conversation_id, false),
    onSuccess: () => toast(t("unblockedToast")),
  });
  return (
    <div className={`${styles.note} ${styles.blocked}`}>
      <p>{t("blockedNote")}</p>
      {mayUnblock && (
        <Button size="xs" loading={isPending} onClick={() => mutate()}>
          {t("unblock")}
        </Button>
      )}
    </div>
  );
}
