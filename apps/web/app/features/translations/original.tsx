import type { GlossaryTerm } from "@kakehashi/contract/glossary";
import type { Language } from "@kakehashi/contract/languages";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { markTerms, termsIn } from "./marked.ts";
import styles from "./memory.module.css";
import { useTerms } from "./memory-queries.ts";

interface Props {
  message: Pick<Message, "content" | "language" | "conversation_id">;
  /** The language to translate into. */
  language: Language;
}

/**
 * The original text with the glossary's terms marked. Below it, what they are called in the other language.
 */
export function Original({ message, language }: Props) {
  const query = useTerms(message.language, language, message.conversation_id);
  return (
    <>
      <MarkedText message={message} language={language} terms={query.data ?? []} />
      <Loaded query={query} rows={0}>
        {() => null}
      </Loaded>
    </>
  );
}

interface MarkedTextProps {
  message: Pick<Message, "content" | "language">;
  /** The language to translate into. */
  language: Language;
  terms: readonly GlossaryTerm[];
}

export function MarkedText({ message, language, terms }: MarkedTextProps) {
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
        {pieces.map((piece) =>
          piece.terms.length > 0 ? (
            <mark
              key={piece.start}
              className={styles.term}
              data-tip={piece.terms.map(({ translation }) => translation).join(" / ")}
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
