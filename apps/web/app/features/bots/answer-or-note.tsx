import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./answer-or-note.module.css";

/**
 * Two buttons above the composer of a chat with a customer. With one of them the agent writes an answer to the
 * customer. With the other the agent writes a note that only colleagues read.
 */
export function AnswerOrNoteButtons({
  isNote,
  choose,
}: {
  isNote: boolean;
  choose: (isNote: boolean) => void;
}) {
  const { t } = useTranslation("bots");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div role="group" className={styles.choice} aria-label={t("answerOrNote")}>
      <button type="button" aria-pressed={!isNote} onClick={() => choose(false)}>
        {t("answerTab")}
      </button>
      <button type="button" aria-pressed={isNote} data-note onClick={() => choose(true)}>
        {t("noteTab")}
      </button>
    </div>
  );
}
