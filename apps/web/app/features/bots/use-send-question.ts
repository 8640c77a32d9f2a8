import type { NewBroadcastRequest } from "@kakehashi/contract/bot-broadcasts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { fetchAudienceCount } from "./broadcast-queries.ts";
import { useZonelessDateTimeFormat } from "./use-clock-time.ts";
import { useTimeZoneNameFormat } from "./use-zone.ts";

/**
 * Returns a function that asks the person to confirm that a broadcast is to be sent or scheduled. The question says how
 * many visitors will get it.
 */
export function useSendConfirmation(botId: string) {
  const { t } = useTranslation(["broadcasts", "common"]);
  const { number, dateTime } = useFormat();
  const zoneNameAt = useTimeZoneNameFormat();
  const formatClockTime = useZonelessDateTimeFormat();
  return async function askToSend({
    audience,
    scheduled_at,
    reader_time,
  }: Pick<NewBroadcastRequest, "audience" | "scheduled_at" | "reader_time">): Promise<boolean> {
    const { count: audienceCount, reachable } = await fetchAudienceCount(botId, audience);
    const isSentNow = scheduled_at === null && reader_time === null;
    const count = isSentNow ? reachable : audienceCount;
    const countTextValues = { count, number: number(count) };
    const leftOutCount = audienceCount - reachable;
    const text = reader_time
      ? t("confirmClock", { ...countTextValues, moment: formatClockTime(reader_time.at) })
      : scheduled_at
        ? t("confirmLater", {
            ...countTextValues,
            moment: dateTime(scheduled_at),
            zone: zoneNameAt(scheduled_at),
          })
        : t("confirmNow", countTextValues);
    const leftOutText =
      isSentNow && leftOutCount > 0
        ? t("othersLeftOut", { count: leftOutCount, number: number(leftOutCount) })
        : "";
    // If no visitor would get the broadcast now, do not ask the writer to confirm. The server refuses the broadcast and
    // says why.
    if (count === 0 && isSentNow) return true;
    return askToConfirm({
      title: t(isSentNow ? "confirmTitle" : "confirmLaterTitle"),
      text: leftOutText ? t("common:sentences", { first: text, second: leftOutText }) : text,
      actionLabel: t(isSentNow ? "send" : "schedule"),
    });
  };
}
