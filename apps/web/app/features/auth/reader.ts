import type { Language } from "@kakehashi/contract/languages";
import { createContext, use } from "react";

/** Whom the workspace's pages are drawn for, as far as every message asks. */
export interface Reader {
  readonly userId: string;
  /** The language that they read and write. */
  readonly language: Language;
  /** They see the original beside each translation. */
  readonly originals: boolean;
}

export const ReaderContext = createContext<Reader>({ userId: "", language: "en", originals: false });

export const useReader = () => use(ReaderContext);
