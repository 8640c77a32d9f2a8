import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useFieldErrorLookup } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import { useEditorState } from "./editor.ts";
import { VariableDialog } from "./variable-dialog.tsx";

// The fields of a block's form in which people choose a variable or type a number.

const createdVariable = "+";

interface VariableFieldProps {
  label: string;
  description?: string;
  path: string;
  value: string | null;
  onChange: (id: string | null, path: string) => void;
}

/** A select for a variable of the story, in which a new variable can be created as well. */
export function VariableField({ label, path, value, onChange, ...props }: VariableFieldProps) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const variables = useEditorState(({ flow }) => flow.variables);
  const errorOfField = useFieldErrorLookup();
  const [isVariableDialogOpen, setVariableDialogOpen] = useState(false);
  return (
    <>
      <SelectField
        label={label}
        description={props.description}
        value={value ?? ""}
        error={errorOfField(path)}
        disabled={!canEdit}
        onChange={({ currentTarget: { value: chosenValue } }) =>
          chosenValue === createdVariable ? setVariableDialogOpen(true) : onChange(chosenValue || null, path)
        }
      >
        <option value="">{t("noVariable")}</option>
        {variables.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={createdVariable}>{t("newVariable")}</option>
      </SelectField>
      {isVariableDialogOpen && (
        <VariableDialog
          variable={null}
          onClose={() => setVariableDialogOpen(false)}
          onSaved={({ id }) => onChange(id, path)}
        />
      )}
    </>
  );
}

interface NumberFieldProps {
  label: string;
  description?: string;
  path: string;
  value: number | null;
  /** The value of the empty number field. Null if the field may stay empty. */
  emptyValue: number | null;
  minimum: number;
  maximum: number;
  step?: number | "any";
  onChange: (value: number | null, path: string) => void;
}

/** A number field. A typed number outside of the limits becomes the nearest allowed one. */
export function NumberField({
  label,
  path,
  value,
  emptyValue: valueWhenEmpty,
  minimum,
  maximum,
  step = 1,
  ...props
}: NumberFieldProps) {
  const { canEdit } = useBuilder();
  const errorOf = useFieldErrorLookup();
  const [typedText, setTypedText] = useState<string | null>(null);
  function parseNumber(text: string): number | null {
    if (text.trim() === "") return valueWhenEmpty;
    const number = Number(text);
    if (!Number.isFinite(number)) return value;
    const roundedNumber = step === 1 ? Math.round(number) : number;
    return Math.min(maximum, Math.max(minimum, roundedNumber));
  }
  return (
    <TextField
      label={label}
      description={props.description}
      type="number"
      min={minimum}
      max={maximum}
      step={step}
      readOnly={!canEdit}
      error={errorOf(path)}
      value={typedText ?? value ?? ""}
      onChange={({ currentTarget }) => {
        setTypedText(currentTarget.value);
        props.onChange(parseNumber(currentTarget.value), path);
      }}
      onBlur={() => setTypedText(null)}
    />
  );
}
