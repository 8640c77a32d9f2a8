import { chosenFileErrors } from "@kakehashi/contract/chosen-file-errors";
import { maximumFileBytes } from "@kakehashi/contract/files";
import type { ImportTarget } from "@kakehashi/contract/imports";
import { isLanguage } from "@kakehashi/contract/languages";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { FormFailure } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { FileChoice } from "../files/file-choice.tsx";
import { createImportUpload, type ImportScope } from "./import-queries.ts";
import styles from "./imports.module.css";

const acceptedFileTypes = {
  memory: ".tmx,.xml,.csv,.tsv,.txt,.gz",
  glossary: ".tbx,.xml,.csv,.tsv,.txt,.gz",
} as const satisfies Record<ImportTarget, string>;

/**
 * A button that opens a dialog. The dialog uploads a file and imports it into the translation memory or the glossary.
 */
export function ImportButton({ scope }: { scope: ImportScope }) {
  const { t } = useTranslation("translations");
  const [isOpened, setOpened] = useState(false);
  const closeDialog = () => setOpened(false);
  return (
    <>
      <Button className={styles.open ?? ""} onClick={() => setOpened(true)}>
        {t("import")}
      </Button>
      <Dialog opened={isOpened} onClose={closeDialog} title={t(`import_${scope.target}`)} widthPx={520}>
        <ImportForm scope={scope} close={closeDialog} />
      </Dialog>
    </>
  );
}

function ImportForm({ scope, close }: { scope: ImportScope; close: () => void }) {
  const { target } = scope;
  const { t } = useTranslation("translations");
  const [file, setFile] = useState<File | null>(null);
  const [shouldImportAsApproved, setShouldImportAsApproved] = useState(false);
  const { start: uploadAndStartImport, progress, failure, forget } = useImportUpload(scope, close);
  const isUploading = progress !== null;
  return (
    <form
      method="post"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void uploadAndStartImport(file, shouldImportAsApproved);
      }}
    >
      <p className={styles.note}>{t(`importFormats_${target}`)}</p>
      <FileChoice
        label={t("importChoose")}
        accept={acceptedFileTypes[target]}
        file={file}
        isDisabled={isUploading}
        onChoose={(chosenFile) => {
          forget();
          setFile(chosenFile);
        }}
      />
      {target === "memory" && (
        <Checkbox
          label={t("importApproved")}
          description={t("importApprovedNote")}
          checked={shouldImportAsApproved}
          disabled={isUploading}
          onChange={({ currentTarget }) => setShouldImportAsApproved(currentTarget.checked)}
        />
      )}
      {isUploading && (
        <label className={styles.progress}>
          {t("importUploading")}
          <progress value={progress} max={1} />
        </label>
      )}
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={close} isSubmitting={isUploading}>
        {t("import")}
      </DialogButtons>
    </form>
  );
}

/** Holds the upload of the import dialog. Only one upload runs at a time. Closing the dialog stops it. */
function useImportUpload(importScope: ImportScope, onStarted: () => void) {
  const { t, i18n } = useTranslation("translations");
  const getErrorText = useErrorText();
  const upload = useRef<ReturnType<typeof createImportUpload>>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      upload.current?.stop();
    };
  }, []);

  async function uploadAndStartImport(file: File | null, importsAsApproved: boolean): Promise<void> {
    if (!file) return setFailure(t("importNoFile"));
    const refusal =
      file.size === 0
        ? chosenFileErrors["FILE.EMPTY"]
        : file.size > maximumFileBytes
          ? chosenFileErrors["FILE.TOO_LARGE"]
          : null;
    if (refusal) return setFailure(refusal.message[isLanguage(i18n.language) ? i18n.language : "en"]);
    setFailure(null);
    setProgress(0);
    upload.current ??= createImportUpload(file, setProgress);
    try {
      await upload.current.run({ ...importScope, approved: importsAsApproved });
      toast(t("importStarted"));
      onStarted();
    } catch (error) {
      if (isOpen.current) setFailure(getErrorText(error));
    }
    setProgress(null);
  }
  return {
    start: uploadAndStartImport,
    progress,
    failure,
    /** Call this function when another file is chosen, so that the next press on “Import” starts a new upload. */
    forget() {
      setFailure(null);
      upload.current = null;
    },
  };
}
