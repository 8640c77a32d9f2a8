import { countries } from "@kakehashi/contract/countries";
import { type Language, languages } from "@kakehashi/contract/languages";

function namesIn(language: Language): Map<string, string> {
  const shown = new Intl.DisplayNames([language], { type: "region" });
  return new Map(countries.map((code) => [code, shown.of(code) ?? code]));
}

const names: Readonly<Record<Language, Map<string, string>>> = {
  en: namesIn("en"),
  vi: namesIn("vi"),
  ja: namesIn("ja"),
};

function sortedNames(language: Language): readonly string[] {
  return [...names[language].values()].sort(Intl.Collator(language).compare);
}
const sorted: Readonly<Record<Language, readonly string[]>> = {
  en: sortedNames("en"),
  vi: sortedNames("vi"),
  ja: sortedNames("ja"),
};

/** The names of all countries, sorted for the language. */
export function countryNames(language: Language): readonly string[] {
  return sorted[language];
}

/** Without accents, case and punctuation, so that "viet nam" matches Việt Nam. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/đ/gi, "d")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

const byName = new Map(
  languages.flatMap((language) => [...names[language]].map(([code, name]) => [plain(name), code])),
);
/** Common names that the browser's lists do not have. */
const others: Readonly<Record<string, string>> = {
  uk: "GB",
  england: "GB",
  greatbritain: "GB",
  usa: "US",
  america: "US",
  unitedstatesofamerica: "US",
  korea: "KR",
  holland: "NL",
  uae: "AE",
};

/** The ISO code for a country's name in any of our languages, or for its code. Null if unknown. */
export function countryCode(typed: string): string | null {
  const text = plain(typed);
  const code = typed.trim().toUpperCase();
  return byName.get(text) ?? others[text] ?? (countries.includes(code) ? code : null);
}
