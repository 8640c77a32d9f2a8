import { broadcastUnsentReasonTexts } from "@kakehashi/contract/bot-broadcast-reasons";
import type { UnreachedReasonCount } from "@kakehashi/contract/bot-broadcasts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useReportFormats } from "./use-figure-words.ts";

/** Returns a function that explains in one sentence why no visitor got a broadcast. */
export function useNobodyReachedSentence() {
  const { t } = useTranslation("broadcasts");
  const { list } = useFormat();
  const { language, number } = useReportFormats();
  return (unreached: readonly UnreachedReasonCount[]): string => {
    if (unreached.length === 0) return t("unreachedNobody");
    const reasons = unreached.map(({ reason, count }) =>
      t("unreachedReason", { reason: broadcastUnsentReasonTexts[reason][language], number: number(count) }),
    );
    return t("unreachedReasons", { reasons: list(reasons) });
  };
}
