import type { DriveEntry } from "@kakehashi/contract/drive";
import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./entries.module.css";
import { changeEntry, refetchDrive } from "./queries.ts";

const loadCreateFolderSchema = () =>
  import("@kakehashi/contract/schemas/drive").then(({ createFolder }) => createFolder.body);

/**
 * A field in a row that edits the name of a file or folder. Enter or a click elsewhere saves the name, Escape cancels.
 */
export function RenameField({ entry, onEditEnd }: { entry: DriveEntry; onEditEnd: () => void }) {
  const { t } = useTranslation("drive");
  const fieldRef = useRef<HTMLDivElement>(null);
  const form = useForm({
    schema: loadCreateFolderSchema,
    values: { name: entry.name },
    mode: "onSubmit",
    async send({ name }) {
      if (name !== entry.name) {
        await changeEntry(entry.id, { name });
        await refetchDrive();
      }
      onEditEnd();
    },
  });
  useEffect(() => {
    const field = fieldRef.current?.querySelector("input");
    field?.focus();
    // Select the file name without its extension, so that typing does not replace the extension.
    const dotIndex = entry.file ? entry.name.lastIndexOf(".") : -1;
    field?.setSelectionRange(0, dotIndex > 0 ? dotIndex : entry.name.length);
  }, [entry]);
  const name = form.field("name");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are pressed in the field inside
    <div
      ref={fieldRef}
      className={styles.rename}
      onKeyDown={(event) => {
        // Keys typed into the name field must not trigger the keyboard shortcuts of the list.
        event.stopPropagation();
        if (event.key !== "Escape") return;
        event.preventDefault();
        onEditEnd();
      }}
    >
      <Form form={form} actions={null}>
        <TextField
          {...name}
          size="sm"
          aria-label={t("nameOf", { name: entry.name })}
          onBlur={(event) => {
            void name.onBlur(event);
            if (!form.isSubmitting && name.error === undefined) void form.submit();
          }}
        />
      </Form>
    </div>
  );
}
