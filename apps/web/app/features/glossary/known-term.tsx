import type { GlossaryEntry, GlossaryEntryChange } from "@kakehashi/contract/glossary";
import { languages } from "@kakehashi/contract/languages";
import { Link } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./glossary.module.css";

type TypedTermFields = Record<"en" | "vi" | "ja" | "note", string> & { do_not_translate: boolean };

/**
 * Returns the fields of an existing glossary entry. Fills its empty terms with the typed terms, and appends the typed
 * note to its note.
 */
export function fillEmptyFieldsWithTyped(
  existingEntry: Omit<GlossaryEntryChange, "updated_at">,
  typedTerms: TypedTermFields,
): TypedTermFields {
  const term = (language: "en" | "vi" | "ja") => existingEntry[language] || typedTerms[language];
  const typedNote = typedTerms.note.trim();
  const existingNote = existingEntry.note ?? "";
  return {
    en: term("en"),
    vi: term("vi"),
    ja: term("ja"),
    note: existingNote.includes(typedNote)
      ? existingNote
      : [existingNote, typedNote].filter(Boolean).join("\n"),
    do_not_translate: existingEntry.do_not_translate ?? false,
  };
}

interface ExistingTermNoteProps {
  entry: GlossaryEntry;
  /**
   * Switches the form to the existing glossary entry. Undefined if the form edits a saved entry. In this case, a link
   * opens the existing entry instead.
   */
  onEdit: (() => void) | undefined;
}

/**
 * Shown in the form of a glossary entry if another entry already has the typed terms. Names that entry, and offers to
 * open it.
 */
export function ExistingTermNote({ entry, onEdit }: ExistingTermNoteProps) {
  const { t } = useTranslation("translations");
  const name = entry.en ?? entry.vi ?? entry.ja ?? "";
  const address = new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(location.search)),
    search: name,
  });
  return (
    <div className={styles.known} role="status">
      <p>{t("termKnown")}</p>
      <blockquote>
        {languages.map(
          (language) =>
            entry[language] && (
              <p key={language}>
                {nativeLanguageNames[language]}: <span lang={language}>{entry[language]}</span>
              </p>
            ),
        )}
        {entry.do_not_translate && <p>{t("stays")}</p>}
        {entry.note !== "" && <p>{entry.note}</p>}
      </blockquote>
      {onEdit ? (
        <Button size="xs" onClick={onEdit}>
          {t("editKnownTerm")}
        </Button>
      ) : (
        // Open the link in another tab, because this form has an unsaved change.
        <Link to={`/translations/glossary?${address}`} target="_blank">
          {t("showKnownTerm")}
        </Link>
      )}
    </div>
  );
}
