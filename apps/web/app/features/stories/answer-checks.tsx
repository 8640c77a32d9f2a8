import type { AnswerChecks, AnswerOption } from "@kakehashi/contract/flows/answer-checks";
import { flowLimits, flowTextLimits, maximumVariableValueLength } from "@kakehashi/contract/flows/limits";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { DateField } from "../../kit/ui/text-field.tsx";
import { useFieldErrorLookup } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import { EditableList } from "./editable-list.tsx";
import styles from "./fields.module.css";
import { NumberField } from "./fields.tsx";
import { createAnswerOption } from "./new-block.ts";
import { LocalizedTextField } from "./text-fields.tsx";

export const answerKinds = ["text", "number", "email", "phone", "date", "choice", "file"] as const;
const fileKinds = ["image", "video", "audio", "application"] as const;
const megabyteBytes = 1_048_576;

/** Returns the default checks for a kind of answer, such as its greatest length. */
export function createDefaultAnswerChecks(kind: AnswerChecks["kind"]): AnswerChecks {
  switch (kind) {
    case "text":
      return { kind, minimum: 1, maximum: maximumVariableValueLength };
    case "number":
      return { kind, minimum: null, maximum: null, whole: false };
    case "date":
      return { kind, earliest: null, latest: null };
    case "choice":
      return { kind, items: [createAnswerOption(), createAnswerOption()] };
    case "file":
      return { kind, categories: [], maximum_bytes: 10 * megabyteBytes };
    case "email":
    case "phone":
      return { kind };
  }
}

interface AnswerItemsProps {
  path: string;
  items: readonly AnswerOption[];
  onChange: (items: AnswerOption[], path: string) => void;
}

export function AnswerOptionList({ path, items, onChange }: AnswerItemsProps) {
  const { t } = useTranslation("stories");
  return (
    <EditableList
      label={t("answers")}
      path={path}
      items={items}
      maximum={flowLimits.items}
      nameOf={(_, index) => t("answerNumber", { number: index + 1 })}
      makeItem={createAnswerOption}
      addLabel={t("addAnswer")}
      onChange={onChange}
    >
      {(item, index, setItem) => (
        <LocalizedTextField
          label={t("label")}
          path={`${path}.${index}.label`}
          rows={1}
          hasVariables={false}
          value={item.label}
          maximum={flowTextLimits.label}
          onChange={(label) => setItem({ ...item, label }, "label")}
        />
      )}
    </EditableList>
  );
}

interface AnswerChecksProps {
  answer: AnswerChecks;
  onChange: (answer: AnswerChecks, path: string) => void;
}

/** The fields for the rules that an answer must satisfy, such as its greatest length or its earliest day. */
export function AnswerCheckFields({ answer, onChange }: AnswerChecksProps) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  switch (answer.kind) {
    case "text":
      return (
        <div className={styles.pair}>
          {(["minimum", "maximum"] as const).map((field) => (
            <NumberField
              key={field}
              label={t(field === "minimum" ? "shortest" : "longest")}
              path={`answer.${field}`}
              value={answer[field]}
              emptyValue={field === "minimum" ? 0 : maximumVariableValueLength}
              minimum={field === "minimum" ? 0 : 1}
              maximum={maximumVariableValueLength}
              onChange={(value, path) => onChange({ ...answer, [field]: value ?? 0 }, path)}
            />
          ))}
        </div>
      );
    case "number":
      return (
        <>
          <div className={styles.pair}>
            {(["minimum", "maximum"] as const).map((field) => (
              <NumberField
                key={field}
                label={t(field === "minimum" ? "smallest" : "largest")}
                path={`answer.${field}`}
                value={answer[field]}
                emptyValue={null}
                minimum={-1e12}
                maximum={1e12}
                step="any"
                onChange={(value, path) => onChange({ ...answer, [field]: value }, path)}
              />
            ))}
          </div>
          <Checkbox
            label={t("whole")}
            checked={answer.whole}
            disabled={!canEdit}
            onChange={({ currentTarget }) =>
              onChange({ ...answer, whole: currentTarget.checked }, "answer.whole")
            }
          />
        </>
      );
    case "date":
      return (
        <>
          {(["earliest", "latest"] as const).map((field) => (
            <DayLimitField
              key={field}
              label={t(field)}
              path={`answer.${field}`}
              value={answer[field]}
              onChange={(value, path) => onChange({ ...answer, [field]: value }, path)}
            />
          ))}
        </>
      );
    case "choice":
      return (
        <AnswerOptionList
          path="answer.items"
          items={answer.items}
          onChange={(items, path) => onChange({ ...answer, items }, path)}
        />
      );
    case "file":
      return <FileCheckFields answer={answer} onChange={onChange} />;
    default:
      return null;
  }
}

interface DayLimitProps {
  label: string;
  path: string;
  value: string | null;
  onChange: (value: string | null, path: string) => void;
}

/**
 * The field for the earliest or latest day of an answer. The options are no limit, the day of the conversation, or a
 * fixed day.
 */
function DayLimitField({ label, path, value, onChange }: DayLimitProps) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const error = useFieldErrorLookup()(path);
  const kind = value === null ? "any" : value === "today" ? "today" : "day";
  const now = () => new Date().toISOString().slice(0, 10);
  return (
    <div className={styles.pair}>
      <SelectField
        label={label}
        value={kind}
        error={error}
        disabled={!canEdit}
        onChange={({ currentTarget: { value: chosenValue } }) =>
          onChange(chosenValue === "any" ? null : chosenValue === "today" ? "today" : now(), path)
        }
      >
        <option value="any">{t("anyDay")}</option>
        <option value="today">{t("today")}</option>
        <option value="day">{t("certainDay")}</option>
      </SelectField>
      {kind === "day" && (
        <DateField
          label={t("day")}
          value={value ?? ""}
          min="1900-01-01"
          max="2999-12-31"
          readOnly={!canEdit}
          onChange={({ currentTarget }) => {
            // Ignore an empty value, because browsers report an empty value while somebody is still typing a date.
            if (/^\d{4}-\d\d-\d\d$/.test(currentTarget.value)) onChange(currentTarget.value, path);
          }}
        />
      )}
    </div>
  );
}

function FileCheckFields({
  answer,
  onChange,
}: AnswerChecksProps & { answer: Extract<AnswerChecks, { kind: "file" }> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  return (
    <>
      <fieldset className={styles.list}>
        <legend>{t("fileKinds")}</legend>
        {fileKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`file_${kind}`)}
            checked={answer.categories.includes(kind)}
            disabled={!canEdit}
            onChange={({ currentTarget }) =>
              onChange(
                {
                  ...answer,
                  categories: fileKinds.filter((fileKind) =>
                    fileKind === kind ? currentTarget.checked : answer.categories.includes(fileKind),
                  ),
                },
                "answer.categories",
              )
            }
          />
        ))}
        <p className={styles.note}>{t("fileKindsHint")}</p>
      </fieldset>
      <NumberField
        label={t("largestFile")}
        path="answer.maximum_bytes"
        value={Math.max(1, Math.round(answer.maximum_bytes / megabyteBytes))}
        emptyValue={10}
        minimum={1}
        maximum={100}
        onChange={(value, path) =>
          onChange({ ...answer, maximum_bytes: (value ?? 10) * megabyteBytes }, path)
        }
      />
    </>
  );
}
