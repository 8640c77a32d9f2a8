import { maximumScheduleDays } from "@kakehashi/contract/bot-broadcast-times";
import { isLanguage } from "@kakehashi/contract/languages";
import { parseLocalDateTime } from "@kakehashi/contract/local-time";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FormOf } from "../../kit/form.tsx";
import { getLocaleFormat, type LocaleFormat } from "../../kit/format.ts";
import { SelectField } from "../../kit/ui/select.tsx";
import { DateField } from "../../kit/ui/text-field.tsx";
import { useFormat } from "../../kit/use-format.ts";
import type { BroadcastFormFields } from "./broadcast-fields.ts";
import own from "./broadcasts.module.css";
import { useTimeZoneNameFormat } from "./use-zone.ts";

const maximumScheduleMs = maximumScheduleDays * 24 * 3_600_000;

/**
 * The fields that choose when a broadcast is sent: now, at the same moment for all visitors, or at a certain time on
 * each visitor's own clock.
 */
export function SendTimeFields({
  form,
  visitorZone,
}: {
  form: FormOf<BroadcastFormFields>;
  visitorZone: string;
}) {
  const { t, i18n } = useTranslation("broadcasts");
  const format = useFormat();
  const zoneNameAt = useTimeZoneNameFormat();
  const [when, scheduledAt, visitorClockTime] = form.watch(["when", "scheduled_at", "reader_time.at"]);
  const now = new Date();
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const timeBoundsOf = ({ toDateTimeField }: LocaleFormat) => ({
    min: toDateTimeField(now),
    max: toDateTimeField(new Date(now.getTime() + maximumScheduleMs)),
  });
  return (
    <fieldset className={own.group}>
      <legend>{t("when")}</legend>
      <SelectField {...form.field("when")} label={t("begin")}>
        <option value="now">{t("when_now")}</option>
        <option value="later">{t("when_later")}</option>
        <option value="clock">{t("when_clock")}</option>
      </SelectField>
      {when === "later" && (
        <DateField
          withTime
          {...form.field("scheduled_at")}
          label={t("time")}
          description={t("timeHint", { zone: zoneNameAt(format.fromDateTimeField(scheduledAt) ?? now) })}
          {...timeBoundsOf(format)}
        />
      )}
      {when === "clock" && (
        <DateField
          withTime
          {...form.field("reader_time.at", { alsoShowsErrorsOf: "reader_time" })}
          label={t("time")}
          description={t("clockHint", {
            zone: zoneNameAt(parseLocalDateTime(visitorClockTime, visitorZone) ?? now, visitorZone),
          })}
          {...timeBoundsOf(getLocaleFormat(language, visitorZone))}
        />
      )}
    </fieldset>
  );
}
