import type { BlockOf } from "@kakehashi/contract/flows/blocks";
import {
  flowTextLimits,
  maximumVariableValueLength,
  maximumWaitSeconds,
} from "@kakehashi/contract/flows/limits";
import { canBecomeNumber } from "@kakehashi/contract/flows/texts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useBlockChange, useFieldErrorLookup } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import styles from "./fields.module.css";
import { NumberField, VariableField } from "./fields.tsx";
import { UntranslatedTextField } from "./text-fields.tsx";
import { secondsByWaitUnit, splitWaitSeconds } from "./waits.ts";

const variableOperations = ["text", "add", "clear"] as const;

export function SetVariableForm({ block }: { block: BlockOf<"set"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useBlockChange(block);
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
          const operation = variableOperations.find(
            (knownOperation) => knownOperation === currentTarget.value,
          );
          if (operation) change({ operation }, "operation");
        }}
      >
        {variableOperations.map((operation) => (
          <option key={operation} value={operation}>
            {t(`operation_${operation}`)}
          </option>
        ))}
      </SelectField>
      {block.operation !== "clear" && (
        <UntranslatedTextField
          label={t(block.operation === "add" ? "addedNumber" : "value")}
          path="value"
          value={block.value}
          maximum={maximumVariableValueLength}
          hasVariables
          typingError={
            block.operation === "add" && block.value !== "" && !canBecomeNumber(block.value)
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
  const change = useBlockChange(block);
  const { unit, number } = splitWaitSeconds(block.seconds);
  const clampWaitSeconds = (seconds: number) => Math.min(maximumWaitSeconds, Math.max(1, seconds));
  return (
    <div className={styles.pair}>
      <NumberField
        label={t("waitNumber")}
        path="seconds"
        value={number}
        emptyValue={1}
        minimum={1}
        maximum={Math.floor(maximumWaitSeconds / secondsByWaitUnit[unit])}
        onChange={(value, path) =>
          change({ seconds: clampWaitSeconds((value ?? 1) * secondsByWaitUnit[unit]) }, path)
        }
      />
      <SelectField
        label={t("waitUnit")}
        value={unit}
        disabled={!canEdit}
        onChange={({ currentTarget }) => {
          const chosenUnit = (["seconds", "minutes", "hours", "days"] as const).find(
            (knownUnit) => knownUnit === currentTarget.value,
          );
          if (chosenUnit)
            change({ seconds: clampWaitSeconds(number * secondsByWaitUnit[chosenUnit]) }, "unit");
        }}
      >
        {(["seconds", "minutes", "hours", "days"] as const).map((unitOption) => (
          <option key={unitOption} value={unitOption}>
            {t(`unit_${unitOption}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

export function JumpForm({ block }: { block: BlockOf<"jump"> }) {
  const { t } = useTranslation("stories");
  const { storyNames, storyId, canEdit } = useBuilder();
  const change = useBlockChange(block);
  const error = useFieldErrorLookup()("flow_id");
  const isStoryMissing = block.flow_id !== null && !storyNames.has(block.flow_id);
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
      {isStoryMissing && <option value={block.flow_id ?? ""}>{t("deletedStory")}</option>}
    </SelectField>
  );
}

export function TagForm({ block }: { block: BlockOf<"tag"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useBlockChange(block);
  return (
    <>
      <UntranslatedTextField
        label={t("tag")}
        description={t("tagHint")}
        path="tag"
        value={block.tag}
        maximum={flowTextLimits.tag}
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
