import { errorRow } from "@kakehashi/contract/errors";
import { type Language, languages } from "@kakehashi/contract/languages";
import { endCode, toldEnds } from "@kakehashi/contract/sessions";
import { languageOf } from "./load.ts";
import { siteTexts } from "./texts/texts.ts";

/** The notice for a person who was redirected to the start page. */
export interface Notice {
  text: string;
  language: Language;
}

/**
 * The notice named by `?notice=`. Null if there is none. The end of a session is explained in the language of `&lang=`,
 * because the person may not read those of this site.
 */
export function noticeOf(address: URL, page: Language): Notice | null {
  const asked = address.searchParams.get("notice");
  if (asked === "closed") {
    const language = languageOf({ language: page });
    return { text: siteTexts(language).frame.closed, language };
  }
  const end = toldEnds.find((known) => known === asked);
  if (!end) return null;
  const language = languages.find((known) => known === address.searchParams.get("lang")) ?? page;
  return { text: errorRow(endCode(end)).message[language], language };
}
