import type { Language } from "@kakehashi/contract/languages";
import type { UserSummary } from "@kakehashi/contract/users";
import type { ReactNode } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../../kit/language-keys.ts";
import { getLoadedConversation } from "../../conversations/queries.ts";
import styles from "./composer.module.css";

interface ReadersLineProps {
  roomId: string;
  people: readonly UserSummary[];
  /** Whether the text is an answer to a customer. `readers` then contains only the customer's language. */
  isForCustomer: boolean;
  textLanguage: Language;
  readers: readonly { language: Language; count: number }[];
  /** Additional notes below the composer. */
  note: ReactNode;
}

/** A line below the composer: the language of the text, and how many people read another language. */
export function ReaderLanguagesNote({
  roomId,
  people,
  isForCustomer,
  textLanguage,
  readers,
  note,
}: ReadersLineProps) {
  const { t } = useTranslation(["messages", "common"]);
  const [reader] = readers;
  if (!reader) return null;
  // Leave out the numbers of readers in a large room. Only its first hundred members are loaded, so their languages are
  // known, but not how many people read each language.
  const hasAllMembers = people.length >= (getLoadedConversation(roomId)?.member_count ?? 0);
  const languageName = (language: Language) => t(`common:${languageTextKeys[language]}`);
  const textForColleagues = () =>
    t("writingIn", {
      language: languageName(textLanguage),
      readers: readers
        .map(({ language, count }) =>
          t(hasAllMembers ? "readersIn" : "readIn", { language: languageName(language), count }),
        )
        .join(t("readersBetween")),
    });
  return (
    <div className={styles.readers}>
      {isForCustomer
        ? t("customerReads", { language: languageName(textLanguage), reader: languageName(reader.language) })
        : textForColleagues()}
      {note}
    </div>
  );
}
