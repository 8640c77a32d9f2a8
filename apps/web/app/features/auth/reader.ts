import type { Language } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";
import { createContext, use } from "react";

/** The reader's account settings that determine how messages are displayed. */
export interface SignedInReader {
  readonly userId: string;
  readonly role: Role;
  /** The language that the reader reads and writes. */
  readonly ownLanguage: Language;
  /** The languages that the reader knows. The reader may translate between them. */
  readonly languages: readonly Language[];
  /** Whether the reader wants to see the original beside each translation. */
  readonly showsOriginalBesideTranslation: boolean;
}

export const ReaderContext = createContext<SignedInReader>({
  userId: "",
  role: "user",
  ownLanguage: "en",
  languages: [],
  showsOriginalBesideTranslation: false,
});

export const useReader = () => use(ReaderContext);
