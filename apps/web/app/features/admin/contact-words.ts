import type { ContactMessage } from "@kakehashi/contract/contact";

export const toneByContactState = {
  NEW: "indigo",
  IN_PROGRESS: "amber",
  ANSWERED: "jade",
  SPAM: "plain",
} as const satisfies Record<ContactMessage["state"], string>;

/** Returns the sender's full name. In English the given name comes first, in all other languages the family name. */
export function senderName({ first_name, last_name, language }: ContactMessage): string {
  return language === "en" ? `${first_name} ${last_name}` : `${last_name} ${first_name}`;
}

export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames([language], { type: "region" }).of(code) ?? code;
}
