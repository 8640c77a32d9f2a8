/** Cities that people search for, whose zone has another or an older name. */
const otherNames: Readonly<Record<string, string>> = {
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
const shownNames: Readonly<Record<string, string>> = {
  "Asia/Saigon": "Ho Chi Minh",
  "Asia/Calcutta": "Kolkata",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Europe/Kiev": "Kyiv",
};

export interface ZoneChoice {
  zone: string;
  city: string;
  /** The current offset: `UTC+09:00`. */
  offset: string;
  /** The zone's name in the reader's language: `日本標準時`. */
  name: string;
  /** The normalised text that is searched. */
  words: string;
}

const fold = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("đ", "d").replaceAll("Đ", "D").toLowerCase();

function part(zone: string, language: string, timeZoneName: "longOffset" | "longGeneric", now: Date): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName }).formatToParts(now);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** All zones of the browser, and `chosen`, by city from west to east. Takes a few tens of milliseconds. */
export function zoneChoices(language: string, chosen: string | null, now = new Date()): ZoneChoice[] {
  const known = Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/"));
  // Browsers name a few zones differently, so add the chosen zone if it is missing.
  const zones = chosen && !known.includes(chosen) ? [chosen, ...known] : known;
  return zones
    .map((zone) => {
      const city = shownNames[zone] ?? (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
      const offset = part(zone, "en", "longOffset", now).replace(/^GMT$/, "GMT+00:00").replace("GMT", "UTC");
      const name = part(zone, language, "longGeneric", now);
      const words = fold(
        `${city} ${zone.replaceAll("_", " ")} ${otherNames[zone] ?? ""} ${name} ${offset} ${offset.slice(3)}`,
      );
      return { zone, city, offset, name, words };
    })
    .sort((a, b) => minutesOf(a.offset) - minutesOf(b.offset) || a.city.localeCompare(b.city));
}

/** Latin text matches at the start of a word: otherwise "han" would find Afghanistan. Japanese has no spaces. */
const holds = (words: string, wanted: string) =>
  /^[\x21-\x7e]/.test(wanted) ? ` ${words}`.includes(` ${wanted}`) : words.includes(wanted);

/** The zones that match every word. Those whose city begins with the search come first. */
export function findZones(choices: readonly ZoneChoice[], search: string): ZoneChoice[] {
  const wanted = fold(search).split(/\s+/).filter(Boolean);
  const found = choices.filter(({ words }) => wanted.every((word) => holds(words, word)));
  const begins = ({ city }: ZoneChoice) => wanted[0] !== undefined && fold(city).startsWith(wanted[0]);
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}
