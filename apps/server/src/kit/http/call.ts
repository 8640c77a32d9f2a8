import type { Language } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";

/** Who calls, as their live session says. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  /** In which they write, unless a text says otherwise: the working language, or the menus' until it is chosen. */
  readonly writes: Language;
  /** False for a blocked account: it reads on, but writes nothing. */
  readonly mayWrite: boolean;
}

/** The circumstances of one request. */
export interface Call {
  readonly actor: Actor | null;
  /** In which to answer: the caller's interface language. */
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  /** Whether `Accept` names JSON first: where an address has bytes as well as a description. */
  readonly prefersJson: boolean;
  /**
   * HttpOnly, for the whole site; on https named as `cookieName` says. `lifetime` is seconds, 0 takes it away. `lax` also comes along when the browser is
   * sent here by another site, which what signs somebody in never does.
   */
  setCookie(name: string, value: string, lifetime: number, sameSite?: "strict" | "lax"): void;
  readCookie(name: string): string | undefined;
  /** On https, a cookie from before names were prefixed. Any site of the same domain may have set it. */
  readPlainCookie(name: string): string | undefined;
}

export interface SignedInCall extends Call {
  readonly actor: Actor;
}
