import { type CannedAnswer, changeCannedAnswer, createCannedAnswer } from "@kakehashi/contract/bot-canned";
import type { Bot } from "@kakehashi/contract/bots";
import { cannedPlaceholders } from "@kakehashi/contract/canned-values";
import type { Language } from "@kakehashi/contract/languages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./bots.module.css";
import { refetchCannedAnswers } from "./canned-queries.ts";
import { DialogForm, useDialogForm } from "./dialog-form.tsx";
import { errorOptionsOfTexts } from "./text-errors.ts";

const loadCannedAnswerSchema = () =>
  import("@kakehashi/contract/schemas/bot-canned").then(
    ({ cannedAnswerBodySchema }) => cannedAnswerBodySchema,
  );
/**
 * The shortcut and the text of a canned answer have at most this many characters. The contract has the same numbers as
 * `maximumCannedShortcutLength` and `maximumCannedTextLength`.
 */
const maximumShortcutLength = 30;
const maximumTextLength = 2_000;

interface CannedDialogProps {
  bot: Bot;
  /** The canned answer to edit. Null for a new one. */
  answer: CannedAnswer | null;
  opened: boolean;
  onClose: () => void;
}

export function CannedAnswerDialog({ bot, answer, opened, onClose }: CannedDialogProps) {
  const { t } = useTranslation(["bots", "common"]);
  return (
    <Dialog opened={opened} onClose={onClose} title={t(answer ? "cannedEdit" : "cannedNew")} widthPx={560}>
      <CannedForm bot={bot} answer={answer} close={onClose} />
    </Dialog>
  );
}

const fieldsOf = (answer: CannedAnswer | null) => ({
  shortcut: answer?.shortcut ?? "",
  text: { en: answer?.text.en ?? "", vi: answer?.text.vi ?? "", ja: answer?.text.ja ?? "" },
});
type CannedAnswerFields = ReturnType<typeof fieldsOf>;

function CannedForm({
  bot,
  answer,
  close,
}: Pick<CannedDialogProps, "bot" | "answer"> & { close: () => void }) {
  const { t } = useTranslation(["bots", "common"]);
  const form = useDialogForm({
    schema: loadCannedAnswerSchema,
    entry: answer,
    valuesOf: fieldsOf,
    toBody: (fields: CannedAnswerFields) => fields,
    save: (body, revision) => {
      const params = { id: bot.id };
      return answer && revision !== null
        ? call(changeCannedAnswer, {
            params: { ...params, aid: answer.id },
            body: { ...body, revision },
          })
        : call(createCannedAnswer, { params, body });
    },
    refetchList: () => refetchCannedAnswers(bot.id),
    savedToastText: t("cannedSaved"),
    close,
  });
  const { field } = form;
  return (
    <DialogForm form={form} close={close}>
      <TextField
        {...field("shortcut")}
        label={t("cannedShortcut")}
        description={t("cannedShortcutHint")}
        maxLength={maximumShortcutLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      {bot.languages.map((language, index) => (
        <div key={language}>
          <TextArea
            {...field(`text.${language}`, errorOptionsOfTexts(bot.languages, index, "text"))}
            label={t("answerIn", { language: t(`common:${languageTextKeys[language]}`) })}
            lang={language}
            rows={2}
            autosize
            maxRows={8}
            maxLength={maximumTextLength}
          />
          <PlaceholderButtons
            language={language}
            insert={(name) => insertPlaceholder(form, language, name)}
          />
        </div>
      ))}
      <p className={styles.hint}>{t("cannedValuesHint", { example: "{{name}}" })}</p>
    </DialogForm>
  );
}

/** Buttons that insert a placeholder, such as the visitor's name, into the text field above them. */
function PlaceholderButtons({ language, insert }: { language: Language; insert: (name: string) => void }) {
  const { t } = useTranslation(["bots", "common"]);
  return (
    <span className={styles.inserts}>
      {cannedPlaceholders.map((name) => (
        <Button
          key={name}
          kind="quiet"
          size="xs"
          aria-label={t("cannedInsertOf", {
            value: t(`canned_${name}`),
            language: t(`common:${languageTextKeys[language]}`),
          })}
          onClick={() => insert(name)}
        >
          {t("cannedInsert", { value: t(`canned_${name}`) })}
        </Button>
      ))}
    </span>
  );
}

interface CannedTextForm {
  getValues(name: `text.${Language}`): string;
  setValue(name: `text.${Language}`, value: string, options: { shouldDirty: boolean }): void;
  setFocus(name: `text.${Language}`): void;
}

/**
 * Adds the placeholder `{{name}}` at the end of the text. Adds a space before the placeholder, unless the text is empty
 * or already ends with one.
 */
function insertPlaceholder(form: CannedTextForm, language: Language, name: string): void {
  const key = `text.${language}` as const;
  const text = form.getValues(key);
  const separator = text === "" || /\s$/u.test(text) ? "" : " ";
  form.setValue(key, `${text}${separator}{{${name}}}`, { shouldDirty: true });
  form.setFocus(key);
}
