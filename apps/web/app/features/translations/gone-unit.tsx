import type { Language } from "@kakehashi/contract/languages";
import { useTranslation } from "react-i18next";
import { UnsentButtons } from "../../kit/ui/unsent-buttons.tsx";
import { useReader } from "../auth/reader.ts";
import styles from "./desk.module.css";
import { useDraft } from "./use-draft.ts";

interface Props {
  mid: string;
  language: Language;
}

/**
 * Shown in place of a message that was deleted or that the reader may not read any more. The reader's own draft stays
 * until they discard it.
 */
export function GoneUnit({ mid, language }: Props) {
  const { t } = useTranslation(["translations", "messages"]);
  const { userId } = useReader();
  const [{ draft }, keeper] = useDraft(userId, mid, language);
  return (
    <div className={styles.missingNote}>
      <p role="status">{t("gone")}</p>
      {draft && (
        <section className={styles.lostDraft} aria-label={t("lostDraft")}>
          <h2 className={styles.heading}>{t("lostDraft")}</h2>
          <blockquote lang={language}>{draft.text}</blockquote>
          <UnsentButtons
            text={draft.text}
            copyLabel={t("copyDraft")}
            copiedText={t("messages:textCopied")}
            discardLabel={t("messages:discard")}
            onDiscard={() => keeper.discard()}
          />
        </section>
      )}
    </div>
  );
}
