import type { Language } from "@kakehashi/contract/languages";
import { keptLateTextCount } from "@kakehashi/contract/translation-history";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import type { changeByOthersSince } from "./draft.ts";
import styles from "./editor.module.css";

interface EditorNoticesProps {
  language: Language;
  /** Whether somebody else is translating this text, and has claimed it. */
  isHeld: boolean;
  /** Whether a submit was refused, because somebody had changed the translation or its original meanwhile. */
  isLate: boolean;
  /** Whether the original was edited since the draft began. */
  isOriginalNewer: boolean;
  replacement: ReturnType<typeof changeByOthersSince>;
  /** The text that somebody else has saved since the draft was begun. */
  savedText: string;
  onDiscard: () => void;
  onContinue: () => void;
  /** The writer's different text from another device. Empty if there is none. */
  setAside: string;
  onTakeOtherDeviceText: () => void;
  onDismissOtherDeviceText: () => void;
}

/** Says why a draft cannot be saved as it is, and what the writer can do. */
export function EditorNotices({
  language,
  isHeld,
  isLate,
  isOriginalNewer,
  replacement,
  savedText,
  ...props
}: EditorNoticesProps) {
  const { onDiscard, onContinue, setAside, onTakeOtherDeviceText, onDismissOtherDeviceText } = props;
  const { t } = useTranslation("translations");
  return (
    <>
      {isHeld && (
        <p className={styles.changed} role="status">
          {t("heldByOther")}
        </p>
      )}
      {isLate && (
        <p className={styles.changed} role="status">
          {t("lateKept", { number: keptLateTextCount })}
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
            <Button size="xs" onClick={onTakeOtherDeviceText}>
              {t("setAsideTake")}
            </Button>
          </div>
        </div>
      )}
      {(isOriginalNewer || replacement) && (
        <div className={styles.changed} role="status">
          {isOriginalNewer && <p>{t("originalChanged")}</p>}
          {replacement && (
            <>
              <p>{t(replacement === "same" ? "sameTextSaved" : "textChanged")}</p>
              <blockquote lang={language}>{savedText}</blockquote>
            </>
          )}
          <div className={styles.choices}>
            {replacement && (
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
