import { useTranslation } from "react-i18next";
import { useAccount } from "../auth/session.ts";

/** Returns a function that names the reader's time zone with its offset at a moment: `Asia/Tokyo (GMT+9)`. */
export function useZone(): (moment: Date | string) => string {
  const { i18n } = useTranslation();
  const timeZone = useAccount()?.settings.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (moment) => {
    const format = new Intl.DateTimeFormat(i18n.language, { timeZone, timeZoneName: "shortOffset" });
    const offset = format.formatToParts(new Date(moment)).find(({ type }) => type === "timeZoneName")?.value;
    return offset ? `${timeZone} (${offset})` : timeZone;
  };
}
