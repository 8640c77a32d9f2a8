import type { BusinessHours } from "@kakehashi/contract/flows/file";
import { endsNextDay } from "@kakehashi/contract/opening-spans";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useId, useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { Combobox } from "../../kit/ui/combobox.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { findZoneChoices, listZoneChoices } from "../settings/time-zones.ts";
import styles from "./bots.module.css";
import { HolidayFields } from "./holiday-fields.tsx";
import week from "./hours-fields.module.css";

type OpeningHours = BusinessHours["spans"][number];
/** The weekdays as numbers: 1 is Monday, as in ISO 8601. */
const weekdayNumbers = [1, 2, 3, 4, 5, 6, 7] as const;
const maximumSpansPerDay = 4;

/** The business hours that a bot has at first: Monday to Friday from nine to six, in the reader's time zone. */
const defaultHours = (): BusinessHours => ({
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  spans: [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", until: "18:00" })),
  holidays: [],
});

/** Whether the opening hours end on the next day. False if one of the two times is not filled in. */
const isOvernight = ({ from, until }: Pick<OpeningHours, "from" | "until">) =>
  from !== "" && until !== "" && endsNextDay({ from, until });

/** A browser's time field cannot show 24:00. So the end of a day is shown as 00:00. */
const endTimeToField = (until: string) => (until === "24:00" ? "00:00" : until);
const endTimeFromField = (fieldText: string) => (fieldText === "00:00" ? "24:00" : fieldText);

interface HoursFieldsProps {
  hours: BusinessHours | null;
  onChange: (hours: BusinessHours | null) => void;
  errorOf: (
    name: "hours" | `hours.spans.${number}` | `hours.time_zone` | `hours.holidays`,
  ) => string | undefined;
}

/** The fields for business hours: a time zone, opening times for each weekday, and holidays. */
export function HoursFields({ hours, onChange, errorOf }: HoursFieldsProps) {
  const { t } = useTranslation("bots");
  return (
    <fieldset className={styles.group}>
      <legend>{t("hours")}</legend>
      <Checkbox
        label={t("hasHours")}
        description={t("hasHoursHint")}
        checked={hours !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? defaultHours() : null)}
      />
      {hours && (
        <>
          <ZoneField value={hours.time_zone} onChange={(time_zone) => onChange({ ...hours, time_zone })} />
          <WeekFields
            spans={hours.spans}
            onChange={(spans) => onChange({ ...hours, spans })}
            errorOf={(index) => errorOf(`hours.spans.${index}`)}
          />
          <HolidayFields
            holidays={hours.holidays}
            onChange={(holidays) => onChange({ ...hours, holidays })}
          />
        </>
      )}
    </fieldset>
  );
}

function ZoneField({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const { t, i18n } = useTranslation("bots");
  const choices = useMemo(() => listZoneChoices(i18n.language, value), [i18n.language, value]);
  const zoneOptionOf = ({ timeZoneId, city, offset, name }: (typeof choices)[number]) => ({
    value: timeZoneId,
    label: `${city} (${offset})`,
    note: name,
  });
  return (
    <Combobox
      label={t("timeZone")}
      options={choices.map(zoneOptionOf)}
      value={value}
      onChange={onChange}
      findOptions={(typedText) => findZoneChoices(choices, typedText).map(zoneOptionOf)}
      emptyText={t("timeZoneNone")}
    />
  );
}

interface WeekFieldsProps {
  spans: readonly OpeningHours[];
  onChange: (spans: OpeningHours[]) => void;
  errorOf: (index: number) => string | undefined;
}

function WeekFields({ spans, onChange, errorOf }: WeekFieldsProps) {
  const { t, i18n } = useTranslation("bots");
  const weekdayFormat = new Intl.DateTimeFormat(i18n.language, { weekday: "long", timeZone: "UTC" });
  // Returns the name of a weekday by its number, from 1 (Monday) to 7. For this, formats a day of January 2024, because
  // that month began on a Monday.
  const dayNameOf = (day: number) => weekdayFormat.format(new Date(Date.UTC(2024, 0, day)));
  const id = useId();
  const errorIdOf = (index: number) => `${id}${index}`;
  const indexedSpans = spans.map((span, index) => ({ ...span, index }));
  const changeSpan = (index: number, changes: Partial<OpeningHours>) =>
    onChange(spans.map((span, spanIndex) => (spanIndex === index ? { ...span, ...changes } : span)));
  const setDayOpen = (day: number, isOpen: boolean) =>
    onChange([
      ...spans.filter((span) => span.day !== day),
      ...(isOpen ? [{ day, from: "09:00", until: "18:00" }] : []),
    ]);
  return (
    <ul className={week.days}>
      {weekdayNumbers.map((day) => {
        const spansOfDay = indexedSpans.filter((span) => span.day === day);
        return (
          <li key={day} className={week.day}>
            <Checkbox
              label={dayNameOf(day)}
              checked={spansOfDay.length > 0}
              onChange={({ currentTarget }) => setDayOpen(day, currentTarget.checked)}
            />
            <div className={week.spans}>
              {spansOfDay.length === 0 && <span className={week.closed}>{t("closed")}</span>}
              {spansOfDay.map(({ index, from, until }) => (
                <div key={index}>
                  <div className={week.span}>
                    <TextField
                      type="time"
                      aria-label={t("fromOf", { day: dayNameOf(day) })}
                      aria-describedby={errorOf(index) && errorIdOf(index)}
                      error={Boolean(errorOf(index))}
                      value={from}
                      onChange={({ currentTarget }) => changeSpan(index, { from: currentTarget.value })}
                    />
                    <span aria-hidden="true">–</span>
                    <TextField
                      type="time"
                      aria-label={t(isOvernight({ from, until }) ? "untilNextDayOf" : "untilOf", {
                        day: dayNameOf(day),
                      })}
                      aria-describedby={errorOf(index) && errorIdOf(index)}
                      error={Boolean(errorOf(index))}
                      value={endTimeToField(until)}
                      onChange={({ currentTarget }) =>
                        changeSpan(index, { until: endTimeFromField(currentTarget.value) })
                      }
                    />
                    {isOvernight({ from, until }) && (
                      <span className={week.nextDay} aria-hidden="true">
                        {t("nextDay")}
                      </span>
                    )}
                    {spansOfDay.length > 1 && (
                      <IconButton
                        label={t("removeSpan", { day: dayNameOf(day) })}
                        onClick={() => onChange(spans.filter((_, spanIndex) => spanIndex !== index))}
                      >
                        <IconTrash size={18} stroke={1.6} />
                      </IconButton>
                    )}
                    {index === spansOfDay.at(-1)?.index && spansOfDay.length < maximumSpansPerDay && (
                      <IconButton
                        label={t("addSpan", { day: dayNameOf(day) })}
                        onClick={() => onChange([...spans, { day, from: "19:00", until: "21:00" }])}
                      >
                        <IconPlus size={18} stroke={1.6} />
                      </IconButton>
                    )}
                  </div>
                  {errorOf(index) && (
                    <p id={errorIdOf(index)} className={styles.error} role="alert">
                      {errorOf(index)}
                    </p>
                  )}
                </div>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
