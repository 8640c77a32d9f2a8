import { findErrorDefinition } from "@kakehashi/contract/errors";
import { type Language, languages } from "@kakehashi/contract/languages";
import { getErrorCodeOfEndReason, signInSessionEndReasons } from "@kakehashi/contract/sessions";
import { siteLanguageOf } from "./load.ts";
import { siteTextsIn } from "./texts/texts.ts";

/** A text that tells a person why they were redirected to the start page. */
export interface RedirectNotice {
  text: string;
  textLanguage: Language;
}

/**
 * Returns the notice that the query parameter `notice` names. Null if there is none. The notice about an ended session
 * is in the language of the parameter `lang`, because the person possibly cannot read the languages of the site.
 */
export function readRedirectNotice(address: URL, pageLanguage: Language): RedirectNotice | null {
  const noticeParam = address.searchParams.get("notice");
  if (noticeParam === "closed") {
    const language = siteLanguageOf({ language: pageLanguage });
    return { text: siteTextsIn(language).frame.closed, textLanguage: language };
  }
  const sessionEndReason = signInSessionEndReasons.find((endReason) => endReason === noticeParam);
  if (!sessionEndReason) return null;
  const language = languages.find((option) => option === address.searchParams.get("lang")) ?? pageLanguage;
  return {
    text: findErrorDefinition(getErrorCodeOfEndReason(sessionEndReason)).message[language],
    textLanguage: language,
  };
}
