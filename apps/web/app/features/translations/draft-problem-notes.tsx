import type { Language } from "@kakehashi/contract/languages";
import { maximumLateTextsPerTranslation } from "@kakehashi/contract/translation-history";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import type { findTranslationChangeByOthers } from "./draft.ts";
import styles from "./editor.module.css";

interface EditorNoticesProps {
  language: Language;
  /** Whether somebody else is translating this text, and has claimed it. */
  isClaimedByOther: boolean;
  /** Whether a submit was refused, because somebody had changed the translation or its original meanwhile. */
  wasRefusedAsLate: boolean;
  /** Whether the original was edited since the draft began. */
  isOriginalNewer: boolean;
  changeByOthers: ReturnType<typeof findTranslationChangeByOthers>;
  /** The text that somebody else has saved since the draft was begun. */
  savedText: string;
  onDiscard: () => void;
  onContinue: () => void;
  /** The writer's different text from another device. Empty if there is none. */
  setAside: string;
  onUseOtherDeviceText: () => void;
  onDismissOtherDeviceText: () => void;
}

/** Says why a draft cannot be saved as it is, and what the writer can do. */
export function DraftProblemNotes({
  language,
  isClaimedByOther,
  wasRefusedAsLate,
  isOriginalNewer,
  changeByOthers,
  savedText,
  ...props
}: EditorNoticesProps) {
  const { onDiscard, onContinue, setAside, onUseOtherDeviceText, onDismissOtherDeviceText } = props;
  const { t } = useTranslation("translations");
  return (
    <>
      {isClaimedByOther && (
        <p className={styles.changed} role="status">
          {t("heldByOther")}
        </p>
      )}
      {wasRefusedAsLate && (
        <p className={styles.changed} role="status">
          {t("lateKept", { number: maximumLateTextsPerTranslation })}
        </p>
      )}
      {setAside !== "" && (
        <div className={styles.changed} role="status">
          <p>{t("setAside")}</p>
          <blockquote lang={language}>{setAside}</blockquote>
          <div className={styles.choices}>
            <Button size="xs" onClick={onDismissOtherDeviceText}>
              {t("setAsideForget")}
            </Button>
            <Button size="xs" onClick={onUseOtherDeviceText}>
              {t("setAsideTake")}
            </Button>
          </div>
        </div>
      )}
      {(isOriginalNewer || changeByOthers) && (
        <div className={styles.changed} role="status">
          {isOriginalNewer && <p>{t("originalChanged")}</p>}
          {changeByOthers && (
            <>
              <p>{t(changeByOthers === "same" ? "sameTextSaved" : "textChanged")}</p>
              <blockquote lang={language}>{savedText}</blockquote>
            </>
          )}
          <div className={styles.choices}>
            {changeByOthers && (
              <Button size="xs" onClick={onDiscard}>
                {t("keepSaved")}
              </Button>
            )}
            <Button size="xs" onClick={onContinue}>
              {t("goOn")}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
