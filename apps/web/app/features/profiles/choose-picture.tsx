import { avatarSidePx, maximumPictureBytes } from "@kakehashi/contract/profiles";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { PictureCropper } from "./cropper.tsx";
import styles from "./profile.module.css";

async function readImage(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode();
  return image;
}

interface ChoosePictureProps {
  /** The picture that is shown now. */
  currentPicture: ReactNode;
  /** The label of the field for the picture. */
  label: string;
  buttonText: string;
  hint: string;
  error?: string | undefined;
  busy: boolean;
  /** Uploads the chosen square of the picture. */
  send: (picture: Blob) => Promise<unknown>;
  /** An additional button, such as one that removes the picture. */
  children?: ReactNode;
}

/**
 * Shows a picture and a button that changes it. The person chooses a picture file and a square part of that picture.
 */
export function ChoosePicture({
  currentPicture: shownPicture,
  label,
  buttonText: chooseText,
  hint,
  error,
  busy,
  send,
  children,
}: ChoosePictureProps) {
  const { t } = useTranslation("profileForm");
  const input = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState<HTMLImageElement | null>(null);

  async function openImage(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > maximumPictureBytes) return toast(t("pictureHint"), "error");
    try {
      setImage(await readImage(file));
    } catch {
      toast(t("notPicture"), "error");
    }
  }

  function close(): void {
    if (image) URL.revokeObjectURL(image.src);
    setImage(null);
  }

  return (
    <div className={styles.picture}>
      {shownPicture}
      <div>
        <div className={styles.pictureButtons}>
          <Button onClick={() => input.current?.click()}>{chooseText}</Button>
          {children}
        </div>
        <p className={styles.hint}>{hint}</p>
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={({ currentTarget }) => {
          void openImage(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      {image && (
        <PictureCropper
          image={image}
          outputSidePx={avatarSidePx * 2}
          busy={busy}
          // If the upload fails, keep the dialog open for another try.
          onCropped={(picture) => void send(picture).then(close, () => {})}
          close={close}
        />
      )}
    </div>
  );
}
