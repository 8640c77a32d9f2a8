import { setMessageLanguage } from "@kakehashi/contract/changes";
import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { useState } from "react";
import { nativeLanguageNames } from "../../../i18n/texts.ts";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { call } from "../../../kit/api.ts";
import { toast, toastError } from "../../../kit/toast.ts";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../../kit/ui/dialog-buttons.tsx";
import { applyChangedMessage } from "../state/chats.ts";
import styles from "./picking.module.css";

/** A dialog in which authors correct the language of their message after a wrong detection. */
export function CorrectMessageLanguageDialog({
  message,
  onClose,
}: {
  message: Message;
  onClose: () => void;
}) {
  const { t } = useTranslation(["room", "messages"]);
  const [chosenLanguage, setChosen] = useState<Language>(message.language);
  const [isSubmitting, setIsSubmitting] = useState(false);

  async function saveLanguage(): Promise<void> {
    if (isSubmitting) return;
    if (chosenLanguage === message.language) return onClose();
    setIsSubmitting(true);
    try {
      applyChangedMessage(
        (await call(setMessageLanguage, { params: { mid: message.id }, body: { language: chosenLanguage } }))
          .data,
      );
      toast(t("languageCorrected"));
      onClose();
    } catch (error) {
      toastError(error);
      setIsSubmitting(false);
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t("writtenIn")}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          void saveLanguage();
        }}
      >
        <fieldset className={styles.group} aria-label={t("writtenIn")}>
          {languages.map((language) => (
            <label key={language} className={styles.radio} lang={language}>
              <input
                type="radio"
                name="language"
                data-autofocus={language === chosenLanguage || undefined}
                checked={language === chosenLanguage}
                onChange={() => setChosen(language)}
              />
              {nativeLanguageNames[language]}
            </label>
          ))}
        </fieldset>
        <p className={styles.note}>{t("writtenInNote")}</p>
        <DialogButtons onCancel={onClose} isSubmitting={isSubmitting}>
          {t("messages:save")}
        </DialogButtons>
      </form>
    </Dialog>
  );
}
