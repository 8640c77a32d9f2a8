/** Where the privacy policy stands in the language of the menus. */
export function privacyAddress(language: string): string {
  return language === "en" ? "/privacy" : `/${language}/privacy`;
}
