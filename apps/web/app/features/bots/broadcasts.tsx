import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { BroadcastCopy } from "./broadcast-copy.tsx";
import { BroadcastForm } from "./broadcast-form.tsx";
import { BroadcastList } from "./broadcast-list.tsx";
import { copiedBroadcastParam, useBroadcastUpdates } from "./broadcast-queries.ts";
import { BroadcastView } from "./broadcast-view.tsx";

/** Shows the list of broadcasts, the form for a new broadcast, or one broadcast. */
export function BotBroadcasts({ bot, itemId }: { bot: Bot; itemId: string | undefined }) {
  const { t } = useTranslation("broadcasts");
  const copiedBroadcastId = useSearchParams()[0].get(copiedBroadcastParam);
  useBroadcastUpdates(bot.id);
  if (itemId === undefined) return <BroadcastList bot={bot} />;
  if (itemId !== "new") return <BroadcastView key={itemId} bot={bot} id={itemId} />;
  if (!canDoWithBot(bot.part, "edit")) return <EmptyState title={t("mayNotTitle")} text={t("mayNotText")} />;
  return copiedBroadcastId ? (
    <BroadcastCopy key={copiedBroadcastId} bot={bot} id={copiedBroadcastId} />
  ) : (
    <BroadcastForm key="new" bot={bot} />
  );
}
