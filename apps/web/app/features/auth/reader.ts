import type { Language } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";
import { createContext, use } from "react";

/** The reader's settings that every message needs. */
export interface Reader {
  readonly userId: string;
  readonly role: Role;
  /** The language that the reader reads and writes. */
  readonly language: Language;
  /** The languages that the reader knows: between these they may translate. */
  readonly languages: readonly Language[];
  /** The reader wants to see the original beside each translation. */
  readonly originals: boolean;
}

export const ReaderContext = createContext<Reader>({
  userId: "",
  role: "user",
  language: "en",
  languages: [],
  originals: false,
});

export const useReader = () => use(ReaderContext);
