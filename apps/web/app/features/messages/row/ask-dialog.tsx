import { canAskForTranslation } from "@kakehashi/contract/askable";
import { markSeveralForTranslation } from "@kakehashi/contract/bookmarks";
import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { maximumFreeTextLength } from "@kakehashi/contract/profiles";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { requestRetranslation, type Urgency, urgencies } from "@kakehashi/contract/translations";
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { call } from "../../../kit/api.ts";
import { languageTextKeys } from "../../../kit/language-keys.ts";
import { toast, toastError } from "../../../kit/toast.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Checkbox } from "../../../kit/ui/checkbox.tsx";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { SelectField } from "../../../kit/ui/select.tsx";
import { TextArea } from "../../../kit/ui/text-area.tsx";
import { useReader } from "../../auth/reader.ts";
import { initialRequestLanguages } from "./first-choice.ts";
import { isTranslatedInto } from "./is-translated-into.ts";
import styles from "./picking.module.css";
import { findRetranslatableTranslation } from "./translation-to-redo.ts";

const urgencyTextKeys = { LOW: "urgencyLow", NORMAL: "urgencyNormal", HIGH: "urgencyHigh" } as const;

/** Returns the messages that lack a translation into at least one of these languages. */
export const findMessagesWithoutTranslation = (
  messages: readonly Message[],
  targetLanguages: readonly Language[],
): Message[] =>
  messages.filter(
    (message) =>
      !message.deleted &&
      canAskForTranslation(message) &&
      targetLanguages.some((target) => target !== message.language && !isTranslatedInto(message, target)),
  );

/**
 * For a single message, returns its translations by people into these languages, because the dialog can request them
 * again. For several messages, returns none.
 */
const findHumanTranslations = (
  messages: readonly Message[],
  targetLanguages: readonly Language[],
): MessageTranslation[] => {
  const [message] = messages;
  if (!message || messages.length > 1) return [];
  return targetLanguages.flatMap((language) =>
    isTranslatedInto(message, language) ? (findRetranslatableTranslation(message, language) ?? []) : [],
  );
};

interface TranslationRequestDialogProps {
  messages: readonly Message[];
  onClose: () => void;
  onRequested?: () => void;
  /** Content above the choice of languages. */
  children?: ReactNode;
}

/**
 * A dialog that requests translations of messages of one conversation: into which languages, how urgent, and
 * a note for the translator.
 */
export function TranslationRequestDialog({
  messages,
  onClose,
  onRequested,
  children,
}: TranslationRequestDialogProps) {
  const { t } = useTranslation(["room", "messages", "common"]);
  const { ownLanguage: readerLanguage } = useReader();
  const [targetLanguages, setTargetLanguages] = useState(() =>
    initialRequestLanguages(messages, readerLanguage),
  );
  const [requestNote, setRequestNote] = useState("");
  const [urgency, setUrgency] = useState<Urgency>("NORMAL");
  const [isBusy, setBusy] = useState(false);
  const requestedMessages = findMessagesWithoutTranslation(messages, targetLanguages);
  const translationsToRedo = findHumanTranslations(messages, targetLanguages);
  const missingLanguages = targetLanguages.filter(
    (target) => !translationsToRedo.some(({ language }) => language === target),
  );
  const isReasonMissing = translationsToRedo.length > 0 && requestNote.trim() === "";

  const count = requestedMessages.length || (translationsToRedo.length > 0 ? 1 : 0);
  const nothingToDoText = t(targetLanguages.length > 0 ? "askAllDone" : "askNoLanguage");
  const status = count > 0 ? t("askCount", { count }) : nothingToDoText;

  async function sendRequest(): Promise<void> {
    const [firstMessage] = messages;
    if (isBusy || !firstMessage || isReasonMissing) return;
    setBusy(true);
    try {
      if (requestedMessages.length > 0) {
        const { data } = await call(markSeveralForTranslation, {
          params: { id: firstMessage.conversation_id },
          body: {
            message_ids: requestedMessages.map(({ id }) => id),
            languages: missingLanguages,
            note: requestNote.trim(),
            urgency,
          },
        });
        toast(t("askedToast", { count: data.message_ids.length }));
      }
      for (const { language, version } of translationsToRedo)
        await call(requestRetranslation, {
          params: { mid: firstMessage.id, language },
          body: { reason: requestNote.trim(), version, revision: firstMessage.revision },
        });
      if (translationsToRedo.length > 0) toast(t("askedAgainToast"));
      onClose();
      onRequested?.();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t("messages:askTranslation")}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          void sendRequest();
        }}
      >
        {children}
        <fieldset className={styles.group}>
          <legend>{t("askInto")}</legend>
          {languages
            .filter((language) => messages.some((message) => message.language !== language))
            .map((language, index) => (
              <Checkbox
                key={language}
                data-autofocus={index === 0 || undefined}
                label={t(`common:${languageTextKeys[language]}`)}
                checked={targetLanguages.includes(language)}
                onChange={({ currentTarget: { checked } }) =>
                  setTargetLanguages(
                    languages.filter((option) =>
                      option === language ? checked : targetLanguages.includes(option),
                    ),
                  )
                }
              />
            ))}
        </fieldset>
        <SelectField
          label={t("urgency")}
          value={urgency}
          onChange={({ currentTarget }) =>
            setUrgency(urgencies.find((option) => option === currentTarget.value) ?? "NORMAL")
          }
        >
          {urgencies.map((option) => (
            <option key={option} value={option}>
              {t(urgencyTextKeys[option])}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={t(translationsToRedo.length > 0 ? "askReason" : "askNote")}
          description={t(translationsToRedo.length > 0 ? "askReasonHint" : "askNoteHint")}
          required={translationsToRedo.length > 0}
          rows={2}
          autosize
          maxRows={6}
          maxLength={maximumFreeTextLength}
          value={requestNote}
          onChange={({ currentTarget }) => setRequestNote(currentTarget.value)}
        />
        <div className={styles.foot}>
          <span className={styles.pickedCount} role="status">
            {status}
          </span>
          <Button kind="quiet" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button kind="primary" type="submit" loading={isBusy} disabled={count === 0 || isReasonMissing}>
            {t("askAction")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
