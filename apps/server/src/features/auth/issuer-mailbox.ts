import type { IssuerUserClaims } from "./open-id-client.ts";

/** Domains whose mailboxes Google runs itself. */
const googleMailDomains: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/**
 * Whether the issuer itself runs the mailbox of this e-mail address. If another provider runs the mailbox, the issuer
 * only knows that the person could read its mail once. The address may belong to somebody else today.
 */
export function doesIssuerRunMailbox(email: string, { hostedDomain }: IssuerUserClaims): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return googleMailDomains.has(domain) || hostedDomain === domain;
}
