import { countries } from "@kakehashi/contract/countries";
import { type Language, languages } from "@kakehashi/contract/languages";

function createCountryNames(language: Language): Map<string, string> {
  const regionNames = new Intl.DisplayNames([language], { type: "region" });
  return new Map(countries.map((code) => [code, regionNames.of(code) ?? code]));
}

const namesByLanguage: Readonly<Record<Language, Map<string, string>>> = {
  en: createCountryNames("en"),
  vi: createCountryNames("vi"),
  ja: createCountryNames("ja"),
};

function sortCountryNames(language: Language): readonly string[] {
  return [...namesByLanguage[language].values()].sort(Intl.Collator(language).compare);
}
const sortedNamesByLanguage: Readonly<Record<Language, readonly string[]>> = {
  en: sortCountryNames("en"),
  vi: sortCountryNames("vi"),
  ja: sortCountryNames("ja"),
};

/** Returns the names of all countries in a language, in the alphabetical order of that language. */
export function sortedCountryNames(language: Language): readonly string[] {
  return sortedNamesByLanguage[language];
}

/** Removes accents, case and punctuation from the name of a country, so that "viet nam" matches Việt Nam. */
function normalizeName(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/đ/gi, "d")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

const codesByName = new Map(
  languages.flatMap((language) =>
    [...namesByLanguage[language]].map(([code, name]) => [normalizeName(name), code]),
  ),
);
/** Common names of countries, such as "uk", that are missing in the browser's list of country names. */
const codesByCommonName: Readonly<Record<string, string>> = {
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

/**
 * Returns the ISO code of a country. `typedName` is the country's code, or its name in any language of the app. Null if
 * it names no country.
 */
export function findCountryCode(typedName: string): string | null {
  const text = normalizeName(typedName);
  const code = typedName.trim().toUpperCase();
  return codesByName.get(text) ?? codesByCommonName[text] ?? (countries.includes(code) ? code : null);
}
