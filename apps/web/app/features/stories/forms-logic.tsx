import { type BlockOf, type FlowTest, operators } from "@kakehashi/contract/flows/blocks";
import { flowLimits, maximumValue, maximumWaitSeconds, textLimits } from "@kakehashi/contract/flows/limits";
import { isNumberToAdd } from "@kakehashi/contract/flows/texts";
import { useTranslation } from "react-i18next";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useChange, useFieldError } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import styles from "./fields.module.css";
import { NumberField, VariableField } from "./fields.tsx";
import { newBranch } from "./new-block.ts";
import { PartsList } from "./parts-list.tsx";
import { PlainField } from "./text-fields.tsx";
import { secondsToWait, waitUnits } from "./waits.ts";

export function ConditionForm({ block }: { block: BlockOf<"condition"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useChange(block);
  return (
    <PartsList
      label={t("branches")}
      path="items"
      items={block.items}
      maximum={flowLimits.items}
      nameOf={(_, index) => t("branchNumber", { number: index + 1 })}
      make={newBranch}
      addLabel={t("addBranch")}
      onChange={(items, path) => change({ items }, path)}
    >
      {(branch, index, set) => (
        <>
          {branch.tests.length > 1 && (
            <SelectField
              label={t("match")}
              value={branch.match}
              disabled={!canEdit}
              onChange={({ currentTarget }) =>
                set({ ...branch, match: currentTarget.value === "any" ? "any" : "all" }, "match")
              }
            >
              <option value="all">{t("matchAll")}</option>
              <option value="any">{t("matchAny")}</option>
            </SelectField>
          )}
          <PartsList
            label={t("tests")}
            path={`items.${index}.tests`}
            items={branch.tests}
            maximum={flowLimits.conditions}
            nameOf={(_, at) => t("testNumber", { number: at + 1 })}
            make={(): FlowTest => ({ variable_id: null, operator: "equals", value: "" })}
            addLabel={t("addTest")}
            onChange={(tests, path) => set({ ...branch, tests }, path)}
          >
            {(test, at, setTest) => (
              <Test path={`items.${index}.tests.${at}`} test={test} onChange={setTest} />
            )}
          </PartsList>
        </>
      )}
    </PartsList>
  );
}

interface TestProps {
  path: string;
  test: FlowTest;
  onChange: (test: FlowTest, field: string) => void;
}

function Test({ path, test, onChange }: TestProps) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const hasValue = test.operator !== "is_set" && test.operator !== "is_not_set";
  return (
    <>
      <VariableField
        label={t("variable")}
        path={`${path}.variable_id`}
        value={test.variable_id}
        onChange={(variable_id) => onChange({ ...test, variable_id }, "variable_id")}
      />
      <SelectField
        label={t("operator")}
        value={test.operator}
        disabled={!canEdit}
        onChange={({ currentTarget }) => {
          const operator = operators.find((one) => one === currentTarget.value);
          if (operator) onChange({ ...test, operator }, "operator");
        }}
      >
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {t(`operator_${operator}`)}
          </option>
        ))}
      </SelectField>
      {hasValue && (
        <PlainField
          label={t("value")}
          path={`${path}.value`}
          value={test.value}
          maximum={maximumValue}
          hasVariables
          onChange={(value) => onChange({ ...test, value }, "value")}
        />
      )}
    </>
  );
}

const operations = ["text", "add", "clear"] as const;

export function SetForm({ block }: { block: BlockOf<"set"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useChange(block);
  return (
    <>
      <VariableField
        label={t("variable")}
        path="variable_id"
        value={block.variable_id}
        onChange={(variable_id, path) => change({ variable_id }, path)}
      />
      <SelectField
        label={t("operation")}
        value={block.operation}
        disabled={!canEdit}
        onChange={({ currentTarget }) => {
          const operation = operations.find((one) => one === currentTarget.value);
          if (operation) change({ operation }, "operation");
        }}
      >
        {operations.map((operation) => (
          <option key={operation} value={operation}>
            {t(`operation_${operation}`)}
          </option>
        ))}
      </SelectField>
      {block.operation !== "clear" && (
        <PlainField
          label={t(block.operation === "add" ? "addedNumber" : "value")}
          path="value"
          value={block.value}
          maximum={maximumValue}
          hasVariables
          invalid={
            block.operation === "add" && block.value !== "" && !isNumberToAdd(block.value)
              ? t("notNumber")
              : undefined
          }
          onChange={(value, path) => change({ value }, path)}
        />
      )}
    </>
  );
}

export function WaitForm({ block }: { block: BlockOf<"wait"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useChange(block);
  const { unit, number } = secondsToWait(block.seconds);
  const within = (seconds: number) => Math.min(maximumWaitSeconds, Math.max(1, seconds));
  return (
    <div className={styles.pair}>
      <NumberField
        label={t("waitNumber")}
        path="seconds"
        value={number}
        empty={1}
        minimum={1}
        maximum={Math.floor(maximumWaitSeconds / waitUnits[unit])}
        onChange={(value, path) => change({ seconds: within((value ?? 1) * waitUnits[unit]) }, path)}
      />
      <SelectField
        label={t("waitUnit")}
        value={unit}
        disabled={!canEdit}
        onChange={({ currentTarget }) => {
          const chosen = (["seconds", "minutes", "hours", "days"] as const).find(
            (one) => one === currentTarget.value,
          );
          if (chosen) change({ seconds: within(number * waitUnits[chosen]) }, "unit");
        }}
      >
        {(["seconds", "minutes", "hours", "days"] as const).map((one) => (
          <option key={one} value={one}>
            {t(`unit_${one}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

export function JumpForm({ block }: { block: BlockOf<"jump"> }) {
  const { t } = useTranslation("stories");
  const { storyNames, storyId, canEdit } = useBuilder();
  const change = useChange(block);
  const error = useFieldError()("flow_id");
  const isUnknown = block.flow_id !== null && !storyNames.has(block.flow_id);
  return (
    <SelectField
      label={t("targetStory")}
      description={t("targetStoryHint")}
      value={block.flow_id ?? ""}
      error={error}
      disabled={!canEdit}
      onChange={({ currentTarget }) => change({ flow_id: currentTarget.value || null }, "flow_id")}
    >
      <option value="">{t("noStory")}</option>
      {[...storyNames].map(([id, name]) => (
        <option key={id} value={id}>
          {id === storyId ? t("thisStory", { name }) : name}
        </option>
      ))}
      {isUnknown && <option value={block.flow_id ?? ""}>{t("deletedStory")}</option>}
    </SelectField>
  );
}

export function TagForm({ block }: { block: BlockOf<"tag"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useChange(block);
  return (
    <>
      <PlainField
        label={t("tag")}
        description={t("tagHint")}
        path="tag"
        value={block.tag}
        maximum={textLimits.tag}
        onChange={(tag, path) => change({ tag }, path)}
      />
      <Checkbox
        label={t("removesTag")}
        checked={block.remove}
        disabled={!canEdit}
        onChange={({ currentTarget }) => change({ remove: currentTarget.checked }, "remove")}
      />
    </>
  );
}
