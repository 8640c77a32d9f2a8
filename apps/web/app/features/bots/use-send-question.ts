import type { BroadcastBody } from "@kakehashi/contract/bot-broadcasts";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/ui/confirm.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { fetchAudienceCount } from "./broadcast-queries.ts";
import { useClockTime } from "./use-clock-time.ts";
import { useZoneName } from "./use-zone.ts";

/**
 * Returns a function that asks the person to confirm that a broadcast is sent or scheduled. The question says how many
 * visitors get it.
 */
export function useSendConfirmation(botId: string) {
  const { t } = useTranslation(["broadcasts", "common"]);
  const { number, timestamp } = useFormat();
  const zone = useZoneName();
  const clockTime = useClockTime();
  return async function askToSend({
    audience,
    scheduled_at,
    reader_time,
  }: Pick<BroadcastBody, "audience" | "scheduled_at" | "reader_time">): Promise<boolean> {
    const { count: audienceCount, reachable } = await fetchAudienceCount(botId, audience);
    const isNow = scheduled_at === null && reader_time === null;
    const count = isNow ? reachable : audienceCount;
    const countValues = { count, number: number(count) };
    const leftOutCount = audienceCount - reachable;
    const text = reader_time
      ? t("confirmClock", { ...countValues, moment: clockTime(reader_time.at) })
      : scheduled_at
        ? t("confirmLater", { ...countValues, moment: timestamp(scheduled_at), zone: zone(scheduled_at) })
        : t("confirmNow", countValues);
    const leftOutText =
      isNow && leftOutCount > 0
        ? t("othersLeftOut", { count: leftOutCount, number: number(leftOutCount) })
        : "";
    // Do not ask for confirmation if no visitor would get the broadcast. The server then refuses the broadcast and says
    // why.
    if (count === 0 && isNow) return true;
    return confirm({
      title: t(isNow ? "confirmTitle" : "confirmLaterTitle"),
      text: leftOutText ? t("common:sentences", { first: text, second: leftOutText }) : text,
      action: t(isNow ? "send" : "schedule"),
    });
  };
}
