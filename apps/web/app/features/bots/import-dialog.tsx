import { importBot } from "@kakehashi/contract/bots";
import { isLanguage } from "@kakehashi/contract/languages";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { FormFailure } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { FileChoice } from "../files/file-choice.tsx";
import { formatFileSize } from "../files/size.ts";
import { type InvalidBotFileField, maximumBotExportBytes, readBotFile } from "./bot-file.ts";
import styles from "./bots.module.css";
import own from "./import-dialog.module.css";
import { cacheBot } from "./queries.ts";

/** A button with a dialog that creates a bot from a file. */
export function ImportBotButton() {
  const { t } = useTranslation("bots");
  const [isOpened, setOpened] = useState(false);
  const closeDialog = () => setOpened(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t("import")}</Button>
      <Dialog opened={isOpened} onClose={closeDialog} title={t("importTitle")} widthPx={560}>
        <ImportForm close={closeDialog} />
      </Dialog>
    </>
  );
}

/**
 * The steps in which a bot is imported from a file. The browser checks the file before the upload, so that errors
 * appear at once.
 */
type ImportStep = "idle" | "checking" | "sending";
const maximumShownFields = 20;

function ImportForm({ close: closeImportDialog }: { close: () => void }) {
  const { t, i18n } = useTranslation("bots");
  const errorTextOf = useErrorText();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<ImportStep>("idle");
  const [failureText, setFailureText] = useState("");
  const [invalidFields, setInvalidFields] = useState<readonly InvalidBotFileField[]>([]);
  const language = isLanguage(i18n.language) ? i18n.language : "en";

  function showFailure(text: string, fields: readonly InvalidBotFileField[] = []): void {
    setFailureText(text);
    setInvalidFields(fields);
    setStep("idle");
  }
  async function checkAndSendFile(): Promise<void> {
    if (!file) return showFailure(t("importNone"));
    showFailure("");
    setStep("checking");
    const result = await readBotFile(file, language);
    if ("refusal" in result)
      return showFailure(
        t(`import_${result.refusal}`, { size: formatFileSize(maximumBotExportBytes, i18n.language) }),
        result.fields,
      );
    setStep("sending");
    try {
      const { data } = await call(importBot, { body: result.body });
      cacheBot(data);
      closeImportDialog();
      await navigate(`/bots/${data.id}`);
      toast(t("importedToast"));
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      showFailure(
        fields.length > 0 ? t("import_fields") : errorTextOf(error),
        fields.map(([path, errorText]) => ({ path, errorText })),
      );
    }
  }
  return (
    <form
      method="post"
      className={styles.file}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void checkAndSendFile();
      }}
    >
      <p className={styles.hint}>{t("importHint")}</p>
      <FileChoice
        label={t("importChoose")}
        accept=".json,application/json"
        file={file}
        isDisabled={step !== "idle"}
        onChoose={(chosenFile) => {
          setFile(chosenFile);
          showFailure("");
        }}
      />
      {step !== "idle" && (
        <label className={own.progress} role="status">
          {t(step)}
          <progress />
        </label>
      )}
      <FormFailure>{failureText}</FormFailure>
      {invalidFields.length > 0 && (
        <ul className={own.wrong}>
          {invalidFields.slice(0, maximumShownFields).map(({ path, errorText }) => (
            <li key={path}>
              <code translate="no">{path || "{}"}</code> {errorText}
            </li>
          ))}
          {invalidFields.length > maximumShownFields && (
            <li>{t("importMore", { count: invalidFields.length - maximumShownFields })}</li>
          )}
        </ul>
      )}
      <DialogButtons onCancel={closeImportDialog} isSubmitting={step !== "idle"}>
        {t("import")}
      </DialogButtons>
    </form>
  );
}
