import type { Caller } from "@kakehashi/contract/kit/outcome";
import type { Language } from "@kakehashi/contract/languages";
import { createContext } from "react";
import { createContext as createRouterContext } from "react-router";
import type { Visitor } from "./guard.ts";
import type { Theme } from "./theme.ts";

/** What the server knows about one page request before any page is rendered. */
export interface Visit {
  /** Allows the request's own inline scripts through the content security policy. */
  readonly nonce: string;
  /** Who came with a live session, as far as the guards ask; null for a stranger. What is theirs, the browser asks for. */
  readonly visitor: Visitor | null;
  /** The interface language: remembered, else the browser's, else en. */
  readonly language: Language;
  /** Where this installation is found, without a trailing slash: for addresses that leave the page. */
  readonly publicUrl: string;
  /** What was sent with the request was too large to be read. */
  readonly formTooLarge: boolean;
  /** The page only says why there is none, with this status; null for every other. */
  readonly refusal: 414 | 429 | null;
  /** The API, called on the visitor's behalf and without their session. */
  readonly call: Caller;
  /** Writes a failure of the page to the server's log. */
  readonly report: (error: unknown) => void;
  /** The reader's choice of colour scheme; null follows the system. */
  readonly theme: Theme | null;
}

/** For loaders on the server. */
export const visitContext = createRouterContext<Visit>();
/** For components while they render on the server; null in the browser. */
export const VisitContext = createContext<Visit | null>(null);
