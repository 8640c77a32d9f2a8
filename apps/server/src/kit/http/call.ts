import type { Language } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";

/** The person who makes a call, as their valid session identifies them. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  /**
   * The language in which the person writes and reads, unless a text states another one: their working language, or
   * the interface language until they have chosen one.
   */
  readonly writingLanguage: Language;
  /** Whether the account may write. False for a blocked account, which can only read. */
  readonly mayWrite: boolean;
}

/** The properties of one request that a handler may need. */
export interface Call {
  readonly actor: Actor | null;
  /** The language of the answer: the caller's interface language. */
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  /** Whether the `Accept` header prefers JSON, for URLs that return either bytes or their description. */
  readonly prefersJson: boolean;
  /**
   * Sets an HttpOnly cookie for the whole site. On https, `cookieName` gives its name. A lifetime of 0 removes the
   * cookie. A `lax` cookie is also sent when another site sends the browser here. A cookie that signs somebody in
   * is never `lax`.
   */
  setCookie(name: string, value: string, lifetimeSeconds: number, sameSite?: "strict" | "lax"): void;
  readCookie(name: string): string | undefined;
  /**
   * Returns the value of a header, by its name in lower case. Undefined if the header is missing or has a list of
   * values.
   */
  readHeader(name: string): string | undefined;
  /**
   * Reads a cookie whose name has no `__Host-` prefix. Older versions of the server set such cookies on https. Any site
   * of the same domain may have set the cookie.
   */
  readUnprefixedCookie(name: string): string | undefined;
}

export interface SignedInCall extends Call {
  readonly actor: Actor;
}
