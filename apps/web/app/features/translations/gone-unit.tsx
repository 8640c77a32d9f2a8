import type { Language } from "@kakehashi/contract/languages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { UnsentButtons } from "../../kit/ui/unsent-buttons.tsx";
import { useReader } from "../auth/reader.ts";
import captions from "./captions.module.css";
import styles from "./gone-unit.module.css";
import { useTranslationDraft } from "./use-translation-draft.ts";

interface MissingMessageProps {
  mid: string;
  language: Language;
}

/**
 * Shown instead of a message that was deleted or is no longer readable for the reader. It shows the reader's draft
 * until they discard it, and their different text from another device.
 */
export function MissingMessage({ mid, language }: MissingMessageProps) {
  const { t } = useTranslation("translations");
  const { userId } = useReader();
  const [{ draft, setAside }, draftSync] = useTranslationDraft(userId, mid, language);
  return (
    <div className={styles.missingNote}>
      <p role="status">{t("gone")}</p>
      {draft && (
        <UnsubmittedText
          heading={t("lostDraft")}
          text={draft.text}
          language={language}
          onDiscard={() => draftSync.discard()}
        />
      )}
      {setAside !== "" && (
        <UnsubmittedText
          heading={t("lostSetAside")}
          text={setAside}
          language={language}
          onDiscard={() => draftSync.dismissOtherDeviceText()}
        />
      )}
    </div>
  );
}

interface UnsubmittedTextProps {
  heading: string;
  text: string;
  language: Language;
  onDiscard: () => void;
}

function UnsubmittedText({ heading, text, language, onDiscard }: UnsubmittedTextProps) {
  const { t } = useTranslation(["translations", "messages"]);
  return (
    <section className={styles.lostDraft} aria-label={heading}>
      <h2 className={captions.heading}>{heading}</h2>
      <blockquote lang={language}>{text}</blockquote>
      <UnsentButtons
        text={text}
        copyLabel={t("copyDraft")}
        copiedText={t("messages:textCopied")}
        discardLabel={t("messages:discard")}
        onDiscard={onDiscard}
      />
    </section>
  );
}
