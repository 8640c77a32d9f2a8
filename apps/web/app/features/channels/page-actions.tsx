import type { ChannelPage } from "@kakehashi/contract/channel-pages";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { beginConnect, disconnectPage, setPagePaused } from "./page-queries.ts";

/**
 * Buttons with which a bot's owner reconnects, pauses or disconnects a Facebook page or Zalo account. `mayConnect` is
 * false if this installation of Kakehashi is not registered with the platform.
 */
export function PageActions({ page, mayConnect }: { page: ChannelPage; mayConnect: boolean }) {
  const { t } = useTranslation("channels");
  const [isBusy, setBusy] = useState(false);
  const { id, name, platform, bot, state } = page;
  const runAction = (performAction: () => Promise<void>) => () => {
    setBusy(true);
    void performAction()
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  const reconnect = runAction(() => beginConnect({ platform, botId: bot.id }));
  const setPaused = (isPaused: boolean) =>
    runAction(async () => {
      await setPagePaused(id, isPaused);
      toast(t(isPaused ? "pausedToast" : "resumedToast"));
    });
  const confirmAndDisconnect = runAction(async () => {
    const question = {
      title: t("disconnectTitle", { name }),
      text: t("disconnectText"),
      actionLabel: t("disconnect"),
      isDestructive: true,
    };
    if (!(await askToConfirm(question))) return;
    await disconnectPage(id);
    toast(t("disconnectedToast", { name }));
  });
  const isUrgent = state === "BROKEN";
  return (
    <>
      {mayConnect && (
        <Button kind={isUrgent ? "primary" : "plain"} onClick={reconnect} disabled={isBusy}>
          {t("reconnect")}
        </Button>
      )}
      {(state === "CONNECTED" || state === "PAUSED") && (
        <Button onClick={setPaused(state === "CONNECTED")} disabled={isBusy}>
          {t(state === "CONNECTED" ? "pause" : "resume")}
        </Button>
      )}
      {state !== "DISCONNECTED" && (
        <Button kind="quiet" onClick={confirmAndDisconnect} disabled={isBusy}>
          {t("disconnect")}
        </Button>
      )}
    </>
  );
}
