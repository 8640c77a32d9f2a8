import { IconPaperclip } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import styles from "./attaching.module.css";

/** A button that opens the browser's file dialog. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation("files");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t("attach")} onClick={() => input.current?.click()}>
        <IconPaperclip size={20} stroke={1.6} />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-attach
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // Clear the value of the file input. Otherwise choosing the same file again would fire no event.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

/**
 * An area on which files can be dropped or pasted. `onFiles` receives the files. If `onFiles` is null, no files can be
 * sent.
 */
export function DropArea({
  className,
  onFiles,
  hint,
  children,
}: {
  className?: string | undefined;
  onFiles: ((files: File[]) => void) | null;
  /**
   * The text that is shown while a file is dragged over the area. By default it says that the file is attached to the
   * message.
   */
  hint?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation("files");
  // When a drag enters a child element, the browser also reports that the drag left the parent element. So count how
  // many elements the drag is in.
  const enteredElementCount = useRef(0);
  const [isDragOver, setIsDragOver] = useState(false);
  const containsFiles = (dataTransfer: DataTransfer) =>
    onFiles !== null && dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button beside
    <div
      className={className}
      data-drop-area
      onPaste={(event) => {
        const files = [...event.clipboardData.files];
        // Ignore files that are pasted into the edit box of a sent message, because they are not meant for the next
        // message.
        if (event.target instanceof Element && event.target.closest("article")) return;
        // The clipboard of a copied spreadsheet cell contains text and a picture. Let the browser paste only the text.
        if (!onFiles || files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        onFiles(files);
      }}
      onDragEnter={(event) => {
        if (!containsFiles(event.dataTransfer)) return;
        enteredElementCount.current++;
        setIsDragOver(true);
      }}
      onDragOver={(event) => {
        if (containsFiles(event.dataTransfer)) event.preventDefault();
      }}
      onDragLeave={(event) => {
        if (containsFiles(event.dataTransfer) && --enteredElementCount.current === 0) setIsDragOver(false);
      }}
      onDrop={(event) => {
        if (!onFiles || !containsFiles(event.dataTransfer)) return;
        event.preventDefault();
        enteredElementCount.current = 0;
        setIsDragOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isDragOver && <div className={styles.dropOverlay}>{hint ?? t("drop")}</div>}
    </div>
  );
}
