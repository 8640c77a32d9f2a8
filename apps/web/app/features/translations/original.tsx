import type { GlossaryTerm } from "@kakehashi/contract/glossary";
import type { Language } from "@kakehashi/contract/languages";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { CheckWarning } from "@kakehashi/contract/translation-checks/check";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { markTerms, termsIn } from "./marked.ts";
import styles from "./memory.module.css";
import { useTerms } from "./memory-queries.ts";
import { cutAtPlaces, placesOf } from "./warned-places.ts";

interface Props {
  message: Pick<Message, "content" | "language"> & {
    /** Null for a text outside of conversations. */
    readonly conversation_id: string | null;
  };
  /** The target language. */
  language: Language;
  /** The warnings about the translation. The parts of the original that it lacks are marked. */
  warnings: readonly CheckWarning[];
}

/** The original text with marks for the glossary's terms. Below it the terms in the other language. */
export function Original({ message, language, warnings }: Props) {
  const query = useTerms(message.language, language, message.conversation_id);
  return (
    <>
      <MarkedText message={message} language={language} terms={query.data ?? []} warnings={warnings} />
      <Loaded query={query} rows={0}>
        {() => null}
      </Loaded>
    </>
  );
}

interface MarkedTextProps {
  message: Pick<Message, "content" | "language">;
  /** The target language. */
  language: Language;
  terms: readonly GlossaryTerm[];
  warnings?: readonly CheckWarning[];
}

export function MarkedText({ message, language, terms, warnings = [] }: MarkedTextProps) {
  const { t } = useTranslation("translations");
  const { content, language: sourceLanguage } = message;
  const pieces = useMemo(
    () => markTerms(withPlainMentions(content), sourceLanguage, terms),
    [content, sourceLanguage, terms],
  );
  const termsInText = termsIn(pieces);
  return (
    <>
      <div className={styles.original} lang={sourceLanguage}>
        {cutAtPlaces(pieces, placesOf(warnings, "original", content)).map((piece) =>
          piece.terms.length > 0 || piece.isWarned ? (
            <mark
              key={piece.start}
              className={piece.terms.length > 0 ? styles.term : undefined}
              data-warned={piece.isWarned || undefined}
              data-tip={piece.terms.map(({ translation }) => translation).join(" / ") || undefined}
            >
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
      </div>
      {termsInText.length > 0 && (
        <section aria-label={t("glossary")}>
          <h3 className={styles.heading}>{t("glossary")}</h3>
          <dl className={styles.terms}>
            {termsInText.map((term) => (
              <div key={term.id}>
                <dt lang={sourceLanguage}>{term.term}</dt>
                <dd>
                  {term.do_not_translate ? t("termStays") : <span lang={language}>{term.translation}</span>}
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
