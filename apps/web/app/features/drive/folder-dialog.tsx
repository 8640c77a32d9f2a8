import type { DriveEntry } from "@kakehashi/contract/drive";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { makeFolder, refetchDrive } from "./queries.ts";

const loadCreateFolderSchema = () =>
  import("@kakehashi/contract/schemas/drive").then(({ createFolder }) => createFolder.body);

interface FolderDialogProps {
  /** The id of the parent folder. Null for the top folder of the drive. */
  folderId: string | null;
  opened: boolean;
  onClose: () => void;
  onCreated?: (folder: DriveEntry) => void;
}

/** A dialog that asks for the name of a new folder. */
export function NewFolderDialog({ folderId, opened, onClose, onCreated }: FolderDialogProps) {
  const { t } = useTranslation("drive");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("newFolder")}>
      <FolderForm folderId={folderId} close={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

/** The content of the dialog. It is mounted anew each time the dialog opens, so that the field is empty initially. */
function FolderForm({
  folderId,
  close,
  onCreated,
}: Pick<FolderDialogProps, "folderId"> & { close: () => void; onCreated: FolderDialogProps["onCreated"] }) {
  const { t } = useTranslation("drive");
  const form = useForm({
    schema: loadCreateFolderSchema,
    values: { name: "" },
    mode: "onSubmit",
    async send({ name }) {
      const { data } = await makeFolder(name, folderId);
      await refetchDrive();
      close();
      onCreated?.(data);
    },
  });
  return (
    <Form
      form={form}
      actions={
        <DialogButtons onCancel={close} isSubmitting={form.isSubmitting}>
          {t("create")}
        </DialogButtons>
      }
    >
      <TextField {...form.field("name")} label={t("name")} autoComplete="off" data-autofocus />
    </Form>
  );
}
