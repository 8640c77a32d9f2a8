import type { BroadcastDetail } from "@kakehashi/contract/bot-broadcasts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import styles from "./bots.module.css";
import {
  actOnBroadcast,
  type BroadcastAction,
  copiedBroadcastParam,
  deleteBroadcast,
} from "./broadcast-queries.ts";

/**
 * The buttons for a broadcast: pause, resume, cancel, copy, edit, delete. Only those that the broadcast's state allows
 * are shown.
 */
export function BroadcastActions({ botId, broadcast }: { botId: string; broadcast: BroadcastDetail }) {
  const { t } = useTranslation("broadcasts");
  const { t: tBots } = useTranslation("bots");
  const navigate = useNavigate();
  const [runningAction, setRunningAction] = useState<BroadcastAction | "delete" | null>(null);
  const { id, state } = broadcast;
  async function runBroadcastAction(
    name: BroadcastAction | "delete",
    performAction: () => Promise<void>,
  ): Promise<void> {
    setRunningAction(name);
    try {
      await performAction();
    } catch (error) {
      toastError(error);
    }
    setRunningAction(null);
  }
  const button = (action: "pause" | "resume") => (
    <Button
      loading={runningAction === action}
      onClick={() => void runBroadcastAction(action, () => actOnBroadcast(botId, id, action))}
    >
      {t(action)}
    </Button>
  );
  async function cancelBroadcast(): Promise<void> {
    const question = { title: t("cancelTitle"), text: t("cancelText"), actionLabel: t("cancel") };
    if (await askToConfirm(question))
      await runBroadcastAction("cancel", () => actOnBroadcast(botId, id, "cancel"));
  }
  async function confirmAndRemove(): Promise<void> {
    const question = {
      title: t("deleteTitle"),
      text: t("deleteText"),
      actionLabel: t("delete"),
      isDestructive: true,
    };
    if (!(await askToConfirm(question))) return;
    await runBroadcastAction("delete", async () => {
      await deleteBroadcast(botId, id);
      await navigate(`/bots/${botId}/broadcast`, { replace: true });
    });
  }
  const hasEnded = state === "DONE" || state === "CANCELLED";
  return (
    <span className={styles.headActions}>
      {state === "SCHEDULED" && (
        <ButtonLink target={{ page: `/bots/${botId}/broadcast/${id}?edit` }}>{t("edit")}</ButtonLink>
      )}
      {state === "SENDING" && button("pause")}
      {state === "PAUSED" && button("resume")}
      {hasEnded && (
        <ButtonLink target={{ page: `/bots/${botId}/broadcast/new?${copiedBroadcastParam}=${id}` }}>
          {tBots("duplicate")}
        </ButtonLink>
      )}
      {hasEnded ? (
        <Button loading={runningAction === "delete"} onClick={() => void confirmAndRemove()}>
          {t("delete")}
        </Button>
      ) : (
        <Button loading={runningAction === "cancel"} onClick={() => void cancelBroadcast()}>
          {t("cancel")}
        </Button>
      )}
    </span>
  );
}
