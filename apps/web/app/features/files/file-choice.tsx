import { IconFileImport } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./file-choice.module.css";
import { formatFileSize } from "./size.ts";

interface FileChoiceProps {
  /** The text that is shown while no file is chosen. */
  label: string;
  /** The media types or extensions that the browser's file dialog offers. */
  accept: string;
  file: File | null;
  isDisabled: boolean;
  onChoose: (file: File) => void;
}

/** A field for one file. The file can be chosen in the browser's file dialog or dropped on the field. */
export function FileChoice({ label, accept, file, isDisabled, onChoose }: FileChoiceProps) {
  const { i18n } = useTranslation();
  const id = useId();
  const [isDragOver, setIsDragOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the field inside
    <div
      className={styles.choice}
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDragOver(false);
        const [droppedFile] = event.dataTransfer.files;
        if (droppedFile && !isDisabled) onChoose(droppedFile);
      }}
    >
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept={accept}
        disabled={isDisabled}
        data-autofocus
        onChange={(event) => {
          const [chosenFile] = event.currentTarget.files ?? [];
          if (chosenFile) onChoose(chosenFile);
        }}
      />
      <label htmlFor={id}>
        <IconFileImport size={24} stroke={1.6} aria-hidden="true" />
        {file ? (
          <span className={styles.fileName}>
            {file.name} <small>{formatFileSize(file.size, i18n.language)}</small>
          </span>
        ) : (
          <span>{label}</span>
        )}
      </label>
    </div>
  );
}
