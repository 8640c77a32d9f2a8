import type { Language } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";

/** The person who sends a request, as their valid session identifies them. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  /**
   * The language of the person's texts unless a text states another language. It is the person's working language, or
   * the interface language until they have chosen one.
   */
  readonly writingLanguage: Language;
  /** Whether the account may write. False for a blocked account, which can only read. */
  readonly mayWrite: boolean;
}

/** The properties of one request that the handler of an endpoint can use. */
export interface Call {
  readonly actor: Actor | null;
  /** The language of the response: the caller's interface language. */
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  /**
   * Whether the `Accept` header prefers JSON. Some URLs return either a file's bytes or a JSON description of the file.
   */
  readonly prefersJson: boolean;
  /**
   * Sets an HttpOnly cookie for the whole site. On https, `toCookieName` adds a prefix to its name. A lifetime of 0
   * removes the cookie. Browsers also send a `lax` cookie when somebody follows a link from another site to ours. So a
   * sign-in cookie must not be `lax`.
   */
  setCookie(name: string, value: string, lifetimeSeconds: number, sameSite?: "strict" | "lax"): void;
  readCookie(name: string): string | undefined;
  /**
   * Returns the value of a header. The name must be in lower case. Undefined if the header is missing or has several
   * values.
   */
  readHeader(name: string): string | undefined;
  /**
   * Reads a cookie whose name has no `__Host-` prefix. On https, older versions of the server set such cookies. Its
   * value must not be trusted, because any site of the same domain can set it.
   */
  readUnprefixedCookie(name: string): string | undefined;
}

export interface SignedInCall extends Call {
  readonly actor: Actor;
}
