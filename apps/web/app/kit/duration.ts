import type { Language } from "@kakehashi/contract/languages";

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;
/**
 * The units of time, largest first. A duration is shown in the largest unit that fits into it at least twice, or else
 * in seconds.
 */
const durationUnits = [
  ["day", daySeconds],
  ["hour", hourSeconds],
  ["minute", minuteSeconds],
] as const;

/** Formats a duration in one unit: 45 sec, 12 min, 3.5 hr. Returns a dash if `seconds` is null. */
export function formatDuration(seconds: number | null, language: Language): string {
  if (seconds === null) return "–";
  const [unit, length] =
    durationUnits.find(([, length]) => seconds >= 2 * length) ?? (["second", 1] as const);
  const value = seconds / length;
  const text = new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: value < 10 && unit !== "second" ? 1 : 0,
  }).format(value);
  // Japanese has no space between a number and its unit, but `Intl` adds one. So remove it.
  return language === "ja" ? text.replace(/\s/u, "") : text;
}
