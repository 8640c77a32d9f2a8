import type { Caller } from "@kakehashi/contract/kit/outcome";
import type { Language } from "@kakehashi/contract/languages";
import { createContext } from "react";
import { createContext as createRouterContext } from "react-router";
import type { Visitor } from "./guard.ts";
import type { Theme } from "./theme.ts";

/** The facts about a page request that the server knows before rendering. */
export interface Visit {
  /** The nonce that allows the page's inline scripts in the content security policy. */
  readonly nonce: string;
  /**
   * The facts about the signed-in person that the guards check. Null when signed out. The browser fetches
   * everything else about the person.
   */
  readonly visitor: Visitor | null;
  /** The interface language: the stored choice, else the browser's language, else English. */
  readonly language: Language;
  /** The public address of this installation, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether the submitted form was too large to be read. */
  readonly isFormTooLarge: boolean;
  /** The HTTP status of an error. If set, the page only shows this error. */
  readonly refusalStatus: 414 | 429 | null;
  /** Calls the API for the page, without the visitor's session. */
  readonly call: Caller;
  /** Writes an error to the server's log. */
  readonly reportError: (error: unknown) => void;
  /** The reader's colour scheme. Null follows the system. */
  readonly theme: Theme | null;
}

/** The router's context from which loaders on the server read the facts about the page request. */
export const visitContext = createRouterContext<Visit>();
/**
 * The React context from which components read the facts about the page request while the server renders. Null in the
 * browser.
 */
export const VisitContext = createContext<Visit | null>(null);
