import { cityOfTimeZone } from "../../kit/zone-city.ts";

/**
 * Additional words by which people can find a time zone: other cities in the zone, and other names of the city that the
 * zone is named after.
 */
const otherCityNames: Readonly<Record<string, string>> = {
  "Asia/Tokyo": "Osaka Nagoya 東京 大阪 名古屋",
  "Asia/Saigon": "Ho Chi Minh Hanoi Da Nang Hồ Chí Minh Hà Nội Đà Nẵng ホーチミン ハノイ",
  "Asia/Ho_Chi_Minh": "Saigon Hanoi Da Nang Hồ Chí Minh Hà Nội Đà Nẵng ホーチミン ハノイ",
  "Asia/Shanghai": "Beijing Shenzhen 北京 上海",
  "Asia/Calcutta": "Kolkata Delhi Mumbai Bangalore",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Europe/Kiev": "Kyiv",
  "America/Los_Angeles": "San Francisco Seattle",
  "America/New_York": "Boston Washington Miami",
};
export interface ZoneChoice {
  timeZoneId: string;
  city: string;
  /** The time zone's present offset, such as `GMT+9`, in the same format as in `describeTimeZone`. */
  offset: string;
  /** The time zone's name in the reader's language, such as `日本標準時`. */
  name: string;
  /** The text that the search for time zones looks in. It has no accents and no capital letters. */
  searchText: string;
}

const normalizeZoneText = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("đ", "d").replaceAll("Đ", "D").toLowerCase();

function timeZoneNameOf(
  timeZoneId: string,
  language: string,
  timeZoneName: "longOffset" | "shortOffset" | "longGeneric",
  now: Date,
): string {
  const formatParts = new Intl.DateTimeFormat(language, { timeZone: timeZoneId, timeZoneName }).formatToParts(
    now,
  );
  return formatParts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

function offsetMinutesOf(offset: string): number {
  const [, offsetSign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  return (offsetSign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns the offset of a time zone, such as `GMT+9`, and its name in the reader's language, such as `日本標準時`. */
export const offsetAndNameOf = (timeZoneId: string, language: string, now = new Date()) => ({
  offset: timeZoneNameOf(timeZoneId, "en", "shortOffset", now),
  name: timeZoneNameOf(timeZoneId, language, "longGeneric", now),
});

/**
 * Returns the time zones that the browser knows and that are named after a city, and `chosenZone` if there is one. They
 * are sorted from west to east and then by city. This takes a few tens of milliseconds.
 */
export function listZoneChoices(language: string, chosenZone: string | null, now = new Date()): ZoneChoice[] {
  const timeZoneIds = Intl.supportedValuesOf("timeZone").filter((timeZoneId) => timeZoneId.includes("/"));
  // Browsers name a few zones differently, so add the chosen zone if it is missing.
  const zones = chosenZone && !timeZoneIds.includes(chosenZone) ? [chosenZone, ...timeZoneIds] : timeZoneIds;
  return zones
    .map((timeZoneId) => {
      const city = cityOfTimeZone(timeZoneId);
      const { offset, name } = offsetAndNameOf(timeZoneId, language, now);
      const longOffset = timeZoneNameOf(timeZoneId, "en", "longOffset", now)
        .replace(/^GMT$/, "GMT+00:00")
        .slice(3);
      const searchText = normalizeZoneText(
        `${city} ${timeZoneId.replaceAll("_", " ")} ${otherCityNames[timeZoneId] ?? ""} ${name} ${offset} ${offset.slice(3)} utc${longOffset} ${longOffset}`,
      );
      return { timeZoneId, city, offset, name, searchText, minutes: offsetMinutesOf(longOffset) };
    })
    .sort((a, b) => a.minutes - b.minutes || a.city.localeCompare(b.city));
}

/**
 * Match Latin letters only at the start of a word: "han" must not find Afghanistan. Japanese has no spaces between
 * words, so match Japanese anywhere.
 */
const containsWord = (text: string, word: string) =>
  /^[\x21-\x7e]/.test(word) ? ` ${text}`.includes(` ${word}`) : text.includes(word);

/**
 * Returns the time zones that match every word of the search. Zones whose city begins with the first word come first.
 */
export function findZoneChoices(choicesToSearch: readonly ZoneChoice[], search: string): ZoneChoice[] {
  const searchWords = normalizeZoneText(search).split(/\s+/).filter(Boolean);
  const matchingZones = choicesToSearch.filter(({ searchText }) =>
    searchWords.every((word) => containsWord(searchText, word)),
  );
  const beginsWithSearch = ({ city }: ZoneChoice) =>
    searchWords[0] !== undefined && normalizeZoneText(city).startsWith(searchWords[0]);
  return [
    ...matchingZones.filter(beginsWithSearch),
    ...matchingZones.filter((zoneChoice) => !beginsWithSearch(zoneChoice)),
  ];
}
