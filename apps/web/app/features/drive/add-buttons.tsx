import { IconFolderPlus, IconUpload } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./drive.module.css";

interface AddButtonsProps {
  onAddFolder: () => void;
  onFiles: (files: readonly File[]) => void;
}

/** The buttons that add a folder or upload files to the shown folder. */
export function AddButtons({ onAddFolder, onFiles }: AddButtonsProps) {
  const { t } = useTranslation("drive");
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        leftSection={<IconFolderPlus size={18} stroke={1.7} aria-hidden="true" />}
        className={styles.headButton ?? ""}
        aria-label={t("newFolder")}
        onClick={onAddFolder}
      >
        <span>{t("newFolder")}</span>
      </Button>
      <Button
        kind="primary"
        leftSection={<IconUpload size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => fileInput.current?.click()}
      >
        {t("upload")}
      </Button>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        data-drive-upload
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Clear the value of the file input. Otherwise choosing the same file again would fire no event.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
