import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useEditor } from "./editor.ts";
import { addVariable, changeVariable, type FlowVariable } from "./edits.ts";
import { createPartId } from "./ids.ts";

const loadFlowVariableSchema = () =>
  import("@kakehashi/contract/schemas/flows/blocks").then(({ flowVariableSchema }) => flowVariableSchema);

interface VariableDialogProps {
  /** The variable to change. Null for a new variable. */
  variable: FlowVariable | null;
  onClose: () => void;
  onSaved?: (variable: FlowVariable) => void;
}

/** A dialog that creates or changes a variable of a story: its name and its initial value. */
export function VariableDialog({ variable, onClose, onSaved }: VariableDialogProps) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const form = useForm({
    schema: loadFlowVariableSchema,
    values: {
      id: variable?.id ?? createPartId(),
      name: variable?.name ?? "",
      initial: variable?.initial ?? "",
    },
    toBody: ({ initial, ...fields }) => ({ ...fields, initial: initial === "" ? null : initial }),
    send(savedVariable) {
      const { variables } = editor.get().flow;
      // Ignore upper and lower case when comparing the names of variables, because people would overlook such a
      // difference.
      const isSameName = (name: string) => name.toLowerCase() === savedVariable.name.toLowerCase();
      if (variables.some(({ id, name }) => id !== savedVariable.id && isSameName(name)))
        throw new ApiError(422, "VARIABLE", "", { name: t("nameTaken") });
      editor.edit((flow) =>
        variable ? changeVariable(flow, savedVariable) : addVariable(flow, savedVariable),
      );
      onSaved?.(savedVariable);
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t(variable ? "changeVariable" : "newVariableTitle")}>
      <Form
        form={form}
        actions={
          <DialogButtons onCancel={onClose} isSubmitting={form.isSubmitting}>
            {t("save")}
          </DialogButtons>
        }
      >
        <TextField
          {...form.field("name")}
          data-autofocus
          label={t("variableName")}
          description={t("variableNameHint")}
          maxLength={50}
        />
        <TextField
          {...form.field("initial")}
          label={t("initialValue")}
          description={t("initialValueHint")}
          maxLength={1000}
        />
      </Form>
    </Dialog>
  );
}
