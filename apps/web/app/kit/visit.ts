import type { Caller } from "@kakehashi/contract/kit/outcome";
import type { Language } from "@kakehashi/contract/languages";
import { createContext } from "react";
import { createContext as createRouterContext } from "react-router";
import type { Visitor } from "./guard.ts";
import type { Theme } from "./theme.ts";

/** What the server knows about a page request before rendering. */
export interface Visit {
  /** Allows the page's inline scripts in the content security policy. */
  readonly nonce: string;
  /**
   * What the guards need to know about the signed-in person. Null when signed out. Everything else about the person is
   * fetched by the browser.
   */
  readonly visitor: Visitor | null;
  /** The interface language: the stored one, else the browser's, else English. */
  readonly language: Language;
  /** The public address of this installation, without a trailing slash. */
  readonly publicUrl: string;
  /** The submitted form was too large to be read. */
  readonly isFormTooLarge: boolean;
  /** If set, the page only shows an error with this status. */
  readonly refusalStatus: 414 | 429 | null;
  /** Calls the API for the page, without the visitor's session. */
  readonly call: Caller;
  /** Writes an error to the server's log. */
  readonly reportError: (error: unknown) => void;
  /** The reader's colour scheme. Null follows the system. */
  readonly theme: Theme | null;
}

/** For loaders on the server. */
export const visitContext = createRouterContext<Visit>();
/** For components while they render on the server; null in the browser. */
export const VisitContext = createContext<Visit | null>(null);
