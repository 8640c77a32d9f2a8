import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";

const loadBotFlowSchema = () =>
  import("@kakehashi/contract/schemas/bot-flows").then(({ newBotFlowBodySchema }) => newBotFlowBodySchema);

interface NameDialogProps {
  title: string;
  name: string;
  action: string;
  onClose: () => void;
  send: (name: string) => Promise<void>;
}

/** A dialog that asks for the name of a new story or the new name of an existing one. */
export function NameDialog({ title, name, action, onClose, send }: NameDialogProps) {
  const { t } = useTranslation("stories");
  const form = useForm({
    schema: loadBotFlowSchema,
    values: { name },
    async send(body) {
      await send(body.name);
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Form
        form={form}
        actions={
          <DialogButtons onCancel={onClose} isSubmitting={form.isSubmitting}>
            {action}
          </DialogButtons>
        }
      >
        <TextField {...form.field("name")} data-autofocus label={t("name")} maxLength={200} />
      </Form>
    </Dialog>
  );
}
