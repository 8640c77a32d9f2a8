import type { TermTranslation } from "@kakehashi/contract/glossary";
import type { Language } from "@kakehashi/contract/languages";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { canManageMemory } from "@kakehashi/contract/permissions";
import type { CheckWarning } from "@kakehashi/contract/translation-checks/check";
import { useMemo } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useReader } from "../auth/reader.ts";
import { listDistinctTerms, splitAtTerms } from "./marked.ts";
import styles from "./memory.module.css";
import { useGlossaryTerms } from "./memory-queries.ts";
import { splitAtRanges, warnedRangesOf } from "./warned-places.ts";

interface OriginalTextProps {
  message: Pick<Message, "content" | "language"> & {
    /** The conversation of the text. Null for a text outside of conversations, such as a bot's. */
    readonly conversation_id: string | null;
  };
  language: Language;
  /** The warnings about the translation. If the translation lacks a part of the original, that part is marked. */
  warnings: readonly CheckWarning[];
  /** Called with the translation of a glossary term when the reader presses the term. The editor inserts it. */
  onInsertTerm?: (translation: string) => void;
}

/** The original with marked glossary terms. Below it are the translations of these terms. */
export function OriginalMessage({ message, language, warnings, onInsertTerm }: OriginalTextProps) {
  const query = useGlossaryTerms(message.language, language, message.conversation_id);
  const { role } = useReader();
  return (
    <>
      <MarkedText
        message={message}
        language={language}
        terms={query.data ?? []}
        warnings={warnings}
        isLinked={role !== null && canManageMemory(role)}
        onTakeTerm={onInsertTerm}
      />
      <LoadedContent query={query} rows={0}>
        {() => null}
      </LoadedContent>
    </>
  );
}

interface MarkedTextProps {
  message: Pick<Message, "content" | "language">;
  language: Language;
  terms: readonly TermTranslation[];
  warnings?: readonly CheckWarning[];
  /** Whether each term is a link to its entry in the glossary. */
  isLinked?: boolean;
  onTakeTerm?: OriginalTextProps["onInsertTerm"];
}

/** Returns the address of a glossary term: the page of its glossary, with a search for the term. */
const glossaryPathOfTerm = ({ term, project_id }: TermTranslation): string =>
  `/translations/glossary?${new URLSearchParams({ search: term, ...(project_id && { project: project_id }) })}`;

export function MarkedText({
  message,
  language,
  terms,
  warnings = [],
  isLinked = false,
  onTakeTerm,
}: MarkedTextProps) {
  const { t } = useTranslation("translations");
  const { content, language: sourceLanguage } = message;
  const markedPieces = useMemo(
    () => splitAtTerms(replaceMentionsByNames(content), sourceLanguage, terms),
    [content, sourceLanguage, terms],
  );
  const termsInText = listDistinctTerms(markedPieces);
  return (
    <>
      <div className={styles.original} lang={sourceLanguage}>
        {splitAtRanges(markedPieces, warnedRangesOf(warnings, "original", content)).map((textPiece) =>
          textPiece.terms.length > 0 || textPiece.isWarned ? (
            <mark
              key={textPiece.start}
              className={textPiece.terms.length > 0 ? styles.term : undefined}
              data-warned={textPiece.isWarned || undefined}
              data-tip={textPiece.terms.map(({ translation }) => translation).join(" / ") || undefined}
            >
              {textPiece.text}
            </mark>
          ) : (
            textPiece.text
          ),
        )}
      </div>
      {termsInText.length > 0 && (
        <section aria-label={t("glossary")}>
          <h3 className={styles.heading}>{t("glossary")}</h3>
          <dl className={styles.terms}>
            {termsInText.map((term) => (
              <div key={term.id}>
                <dt lang={sourceLanguage}>
                  {isLinked ? <Link to={glossaryPathOfTerm(term)}>{term.term}</Link> : term.term}
                </dt>
                <dd>
                  {term.do_not_translate ? (
                    t("termStays")
                  ) : onTakeTerm ? (
                    <button
                      type="button"
                      className={styles.takeTerm}
                      lang={language}
                      data-tip={t("insertTerm")}
                      onClick={() => onTakeTerm(term.translation)}
                    >
                      {term.translation}
                    </button>
                  ) : (
                    <span lang={language}>{term.translation}</span>
                  )}
                  {term.note !== "" && <span className={styles.note}>{term.note}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
