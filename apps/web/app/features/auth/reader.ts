import type { Language } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";
import { createContext, use } from "react";

/** The reader's account settings that determine how messages are displayed. */
export interface SignedInReader {
  readonly userId: string;
  readonly role: Role;
  /** The language that the reader reads and writes. */
  readonly language: Language;
  /** The languages that the reader knows. The reader may translate between them. */
  readonly languages: readonly Language[];
  /** Whether the reader wants to see the original beside each translation. */
  readonly showsOriginals: boolean;
}

export const ReaderContext = createContext<SignedInReader>({
  userId: "",
  role: "user",
  language: "en",
  languages: [],
  showsOriginals: false,
});

export const useReader = () => use(ReaderContext);
