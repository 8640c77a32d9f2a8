import { uploadPostPicture } from "@kakehashi/contract/blog-editing";
import { maximumPictureBytes } from "@kakehashi/contract/profiles";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ignoreErrorShownByForm } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import type { SiteLanguage } from "../site/addresses.ts";
import styles from "./editor.module.css";

interface PictureDialogProps {
  language: SiteLanguage;
  /** The picture with which the dialog opens. Null if the writer has not chosen one yet. */
  file: File | null;
  insertMarkdown: (markdown: string) => void;
  close: () => void;
}

/** A dialog that asks for a picture and its description, and inserts the Markdown for the picture. */
export function PictureDialog({ language, file: initialFile, insertMarkdown, close }: PictureDialogProps) {
  const { t } = useTranslation(["desk", "common"]);
  const errorTextOf = useErrorText();
  const [file, setFile] = useState(initialFile);
  const [altText, setAltText] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (body: Blob) => (await call(uploadPostPicture, { body })).data.address,
    onSuccess: (address) => insertMarkdown(`![${altText.trim().replace(/[[\]\n\\]/g, " ")}](${address})`),
    onError: ignoreErrorShownByForm,
  });
  const isTooLarge = file !== null && file.size > maximumPictureBytes;
  const submitPicture = (event: FormEvent) => {
    event.preventDefault();
    // The dialog's form is inside the page's form in React, so React would also send the submit event to the page's
    // form. Stop the event, so that the page's form is not submitted.
    event.stopPropagation();
    setWasSubmitted(true);
    if (file && !isTooLarge && altText.trim()) mutate(file);
  };
  const fileError = isTooLarge
    ? t("pictureLarge")
    : error
      ? errorTextOf(error)
      : wasSubmitted && !file && t("choosePicture");
  const altError = wasSubmitted && !altText.trim() && t("pictureAltMissing");
  return (
    <Dialog opened onClose={close} title={t("pictureTitle")} widthPx={440}>
      <form onSubmit={submitPicture} noValidate className={styles.fields}>
        <label className={styles.field}>
          {t("pictureFile")}
          {file && <span className={styles.hint}>{file.name}</span>}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            aria-invalid={Boolean(fileError)}
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? file)}
          />
          <span className={fileError ? styles.error : styles.hint} role={fileError ? "alert" : undefined}>
            {fileError || t("pictureHint")}
          </span>
        </label>
        <TextField
          label={t("pictureAlt")}
          description={t("pictureAltHint")}
          lang={language}
          maxLength={300}
          value={altText}
          error={altError}
          onChange={({ currentTarget }) => setAltText(currentTarget.value)}
        />
        <div className={styles.choices}>
          <Button onClick={close}>{t("common:cancel")}</Button>
          <Button type="submit" kind="primary" loading={isPending}>
            {t("pictureInsert")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
