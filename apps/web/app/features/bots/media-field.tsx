import { addFileToBot, type BotUpload, maximumBotFileBytes } from "@kakehashi/contract/bot-files";
import { isBotFileAddress } from "@kakehashi/contract/flows/own-files";
import { IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { openMyChat } from "../conversations/start.ts";
import styles from "./media-field.module.css";

interface MediaFieldProps {
  botId: string;
  label: string;
  /** The address of the chosen picture or file. Empty if none is chosen. */
  value: string;
  /** Whether only pictures can be chosen, and no other files. */
  isPicture: boolean;
  canEdit?: boolean;
  error?: string | undefined;
  onUploaded: (upload: BotUpload) => void;
  onRemove: () => void;
  /** The text field for the address of a picture or file on another site. */
  children: ReactNode;
}

/** The media types of pictures that all platforms can show. */
const pictureTypes = "image/png,image/jpeg,image/gif";

/** Uploads a file into the person's own notes, without sending a message there. The bot can then use the file's URL. */
async function uploadForBot(botId: string, file: File): Promise<BotUpload> {
  const [{ uploadFiles }, ownNotes] = await Promise.all([import("../files/resumable.ts"), openMyChat()]);
  const [storedFile] = await uploadFiles(ownNotes.id, [file]);
  const body = { file_id: storedFile?.id ?? "" };
  return (await call(addFileToBot, { params: { id: botId }, body })).data;
}

/** A field for a picture or a file. The person uploads a file, or types the address of a file on another site. */
export function MediaField({
  botId,
  label,
  value,
  isPicture,
  canEdit = true,
  error,
  ...props
}: MediaFieldProps) {
  const { t } = useTranslation("bots");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => uploadForBot(botId, file),
    onSuccess(newUpload) {
      if (isPicture && newUpload.category !== "image") toast(t("uploadNotPicture"), "error");
      else props.onUploaded(newUpload);
    },
    onError: toastError,
  });
  const isUploadedHere = isBotFileAddress(value);
  return (
    <div className={styles.field}>
      {isUploadedHere ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has margins and a legend that cannot be laid out
        <div className={styles.own} role="group" aria-labelledby={id}>
          <span className={styles.label} id={id}>
            {label}
          </span>
          {isPicture ? (
            <img className={styles.picture} src={value} alt={t("uploadedPicture")} />
          ) : (
            <a href={value} target="_blank" rel="noopener noreferrer">
              {t("uploadedFile")}
            </a>
          )}
        </div>
      ) : (
        props.children
      )}
      {canEdit && (
        <div className={styles.buttons}>
          <Button
            size="xs"
            loading={isPending}
            leftSection={<IconUpload size={16} stroke={1.6} />}
            onClick={() => input.current?.click()}
          >
            {t(isUploadedHere ? "uploadOther" : isPicture ? "uploadPicture" : "uploadFile")}
          </Button>
          {isUploadedHere && (
            <Button size="xs" disabled={isPending} onClick={props.onRemove}>
              {t("removeUpload")}
            </Button>
          )}
        </div>
      )}
      {isUploadedHere && error && <p className={styles.error}>{error}</p>}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t(isPicture ? "uploadPicture" : "uploadFile")}
        {...(isPicture && { accept: pictureTypes })}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (!file) return;
          if (file.size > maximumBotFileBytes) toast(t("uploadTooLarge"), "error");
          else mutate(file);
        }}
      />
    </div>
  );
}
