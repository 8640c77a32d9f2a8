import { type BlockOf, type ConditionTest, conditionOperators } from "@kakehashi/contract/flows/blocks";
import { flowLimits, maximumVariableValueLength } from "@kakehashi/contract/flows/limits";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useBlockChange } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import { EditableList } from "./editable-list.tsx";
import { VariableField } from "./fields.tsx";
import { createConditionBranch } from "./new-block.ts";
import { UntranslatedTextField } from "./text-fields.tsx";

export function ConditionForm({ block }: { block: BlockOf<"condition"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useBlockChange(block);
  return (
    <EditableList
      label={t("branches")}
      path="items"
      items={block.items}
      maximum={flowLimits.items}
      nameOf={(_, index) => t("branchNumber", { number: index + 1 })}
      makeItem={createConditionBranch}
      addLabel={t("addBranch")}
      onChange={(items, path) => change({ items }, path)}
    >
      {(branch, index, setBranch) => (
        <>
          {branch.tests.length > 1 && (
            <SelectField
              label={t("match")}
              value={branch.match}
              disabled={!canEdit}
              onChange={({ currentTarget }) =>
                setBranch({ ...branch, match: currentTarget.value === "any" ? "any" : "all" }, "match")
              }
            >
              <option value="all">{t("matchAll")}</option>
              <option value="any">{t("matchAny")}</option>
            </SelectField>
          )}
          <EditableList
            label={t("tests")}
            path={`items.${index}.tests`}
            items={branch.tests}
            maximum={flowLimits.conditions}
            nameOf={(_, testIndex) => t("testNumber", { number: testIndex + 1 })}
            makeItem={(): ConditionTest => ({ variable_id: null, operator: "equals", value: "" })}
            addLabel={t("addTest")}
            onChange={(tests, path) => setBranch({ ...branch, tests }, path)}
          >
            {(test, testIndex, setTest) => (
              <ConditionTestFields
                path={`items.${index}.tests.${testIndex}`}
                test={test}
                onChange={setTest}
              />
            )}
          </EditableList>
        </>
      )}
    </EditableList>
  );
}

interface ConditionTestProps {
  path: string;
  test: ConditionTest;
  onChange: (test: ConditionTest, field: string) => void;
}

function ConditionTestFields({ path, test, onChange }: ConditionTestProps) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const needsValue = test.operator !== "is_set" && test.operator !== "is_not_set";
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
          const operator = conditionOperators.find((knownOperator) => knownOperator === currentTarget.value);
          if (operator) onChange({ ...test, operator }, "operator");
        }}
      >
        {conditionOperators.map((operator) => (
          <option key={operator} value={operator}>
            {t(`operator_${operator}`)}
          </option>
        ))}
      </SelectField>
      {needsValue && (
        <UntranslatedTextField
          label={t("value")}
          path={`${path}.value`}
          value={test.value}
          maximum={maximumVariableValueLength}
          hasVariables
          onChange={(value) => onChange({ ...test, value }, "value")}
        />
      )}
    </>
  );
}
