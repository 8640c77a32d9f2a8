import { flowTextLimits } from "@kakehashi/contract/flows/limits";
import type { PartialTextsByLanguage } from "@kakehashi/contract/flows/texts";
import { chooseTextInLanguage, isMediaAddress } from "@kakehashi/contract/flows/texts";
import { useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useFieldErrorLookup } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import { useEditorState } from "./editor.ts";
import styles from "./fields.module.css";

// The text fields of a block's form.

interface TextsFieldProps {
  label: string;
  description?: string;
  /** The path of the field in the block. The story's problems refer to fields by this path. */
  path: string;
  value: PartialTextsByLanguage;
  maximum: number;
  /** The number of lines of the field. 1 gives a single-line field. */
  rows?: number;
  hasVariables?: boolean;
  onChange: (value: PartialTextsByLanguage, path: string) => void;
}

/**
 * A field for a text in the language that is being edited. If the text is missing in this language, the field shows the
 * text of another language as its placeholder.
 */
export function LocalizedTextField({
  label,
  path,
  value,
  maximum,
  rows = 3,
  hasVariables = true,
  ...props
}: TextsFieldProps) {
  const { languages, canEdit } = useBuilder();
  const language = useEditorState((state) => state.language);
  const errorOfField = useFieldErrorLookup();
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const changeText = (text: string) => props.onChange({ ...value, [language]: text }, `${path}.${language}`);
  const sharedProps = {
    ref: field,
    label,
    description: props.description,
    lang: language,
    value: value[language] ?? "",
    placeholder: chooseTextInLanguage(value, language, languages),
    maxLength: maximum,
    readOnly: !canEdit,
    error: errorOfField(`${path}.${language}`, path),
    "data-path": `${path}.${language}`,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => changeText(currentTarget.value),
  };
  return (
    <div className={styles.withInsert}>
      {rows === 1 ? <TextField {...sharedProps} /> : <TextArea {...sharedProps} rows={rows} />}
      {hasVariables && canEdit && (
        <InsertVariableMenu field={field} text={sharedProps.value} maximum={maximum} onInsert={changeText} />
      )}
    </div>
  );
}

interface PlainFieldProps {
  label: string;
  description?: string;
  path: string;
  value: string;
  maximum: number;
  rows?: number;
  hasVariables?: boolean;
  type?: "text" | "url";
  /**
   * An error that is shown while somebody types. All other errors are shown only after somebody has tried to publish
   * the story or has clicked an entry in the list of problems.
   */
  typingError?: string | undefined;
  onChange: (value: string, path: string) => void;
}

/** A field for a text of a block that is the same in all languages. */
export function UntranslatedTextField({
  label,
  path,
  value,
  maximum,
  rows = 1,
  hasVariables,
  ...props
}: PlainFieldProps) {
  const { canEdit } = useBuilder();
  const errorOfField = useFieldErrorLookup();
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const changeText = (text: string) => props.onChange(text, path);
  const sharedFieldProps = {
    ref: field,
    label,
    description: props.description,
    value,
    maxLength: maximum,
    readOnly: !canEdit,
    error: props.typingError ?? errorOfField(path),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => changeText(currentTarget.value),
  };
  return (
    <div className={styles.withInsert}>
      {rows === 1 ? (
        <TextField {...sharedFieldProps} inputMode={props.type ?? "text"} />
      ) : (
        <TextArea {...sharedFieldProps} rows={rows} spellCheck={false} />
      )}
      {hasVariables && canEdit && (
        <InsertVariableMenu field={field} text={value} maximum={maximum} onInsert={changeText} />
      )}
    </div>
  );
}

interface InsertVariableMenuProps {
  field: React.RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  text: string;
  maximum: number;
  onInsert: (text: string) => void;
}

/** A menu that inserts the placeholder of a variable at the cursor. */
function InsertVariableMenu({ field, text, maximum, onInsert }: InsertVariableMenuProps) {
  const { t } = useTranslation("stories");
  const variables = useEditorState(({ flow }) => flow.variables);
  if (variables.length === 0) return null;
  function insertVariable(name: string): void {
    const placeholder = `{{${name}}}`;
    const { selectionStart, selectionEnd } = field.current ?? {};
    const [selectionFrom, selectionTo] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    const newText = text.slice(0, selectionFrom) + placeholder + text.slice(selectionTo);
    if (newText.length > maximum) return;
    onInsert(newText);
    // Move the cursor after React has updated the text field's value.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(
        selectionFrom + placeholder.length,
        selectionFrom + placeholder.length,
      );
    });
  }
  return (
    <Select
      isBorderless
      className={styles.insert ?? ""}
      aria-label={t("insertVariable")}
      value=""
      onChange={({ currentTarget }) => insertVariable(currentTarget.value)}
    >
      <option value="" disabled>
        {t("insertVariable")}
      </option>
      {variables.map(({ id, name }) => (
        <option key={id} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}

interface CheckedFieldProps {
  label: string;
  description?: string;
  path: string;
  value: string;
  maximum: number;
  isValid: (text: string) => boolean;
  /** The error that the field shows for an invalid text. */
  invalid: string;
  type?: "text" | "url";
  onChange: (value: string, path: string) => void;
}

/**
 * A text field with a check. An invalid text, which the server would refuse, stays in the field with an error. It does
 * not become part of the story.
 */
export function ValidatedTextField({
  label,
  path,
  value,
  isValid,
  invalid,
  maximum,
  ...props
}: CheckedFieldProps) {
  const { canEdit } = useBuilder();
  const errorOfField = useFieldErrorLookup();
  const [typedText, setTypedText] = useState<string | null>(null);
  const isRefused = typedText !== null && !isValid(typedText);
  return (
    <TextField
      label={label}
      description={props.description}
      inputMode={props.type ?? "text"}
      autoCapitalize="off"
      spellCheck={false}
      value={isRefused ? typedText : value}
      maxLength={maximum}
      readOnly={!canEdit}
      error={isRefused ? invalid : errorOfField(path)}
      onChange={({ currentTarget: { value: text } }) => {
        setTypedText(text);
        if (isValid(text)) props.onChange(text, path);
      }}
    />
  );
}

/** A field for the web address of a picture, a file or a page. */
export function UrlField(props: Omit<CheckedFieldProps, "isValid" | "invalid" | "maximum" | "type">) {
  const { t } = useTranslation("stories");
  return (
    <ValidatedTextField
      {...props}
      type="url"
      maximum={flowTextLimits.address}
      isValid={isMediaAddress}
      invalid={t("addressInvalid")}
    />
  );
}
