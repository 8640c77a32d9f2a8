/** The address of the privacy policy in the interface language. */
export function privacyPolicyPath(language: string): string {
  return language === "en" ? "/privacy" : `/${language}/privacy`;
}
