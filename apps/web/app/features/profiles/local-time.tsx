import { isLanguage } from "@kakehashi/contract/languages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getLocaleFormat } from "../../kit/format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";

/** The present time in a person's time zone, updated while it is shown. */
export function LocalTime({ zone }: { zone: string }) {
  const { t, i18n } = useTranslation("profiles");
  useRenderEveryMinute();
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  return <>{t("localTime", { time: getLocaleFormat(reader, zone).time(new Date()) })}</>;
}
