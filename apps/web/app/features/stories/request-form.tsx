import type { BlockOf } from "@kakehashi/contract/flows/blocks";
import { flowLimits, flowTextLimits, maximumVariableValueLength } from "@kakehashi/contract/flows/limits";
import { isRequestAddress } from "@kakehashi/contract/flows/texts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useBlockChange } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import { EditableList } from "./editable-list.tsx";
import styles from "./fields.module.css";
import { NumberField, VariableField } from "./fields.tsx";
import { UntranslatedTextField, ValidatedTextField } from "./text-fields.tsx";

const { body: maxBodyLength, title: maxPathLength, address: maxUrlLength } = flowTextLimits;
const isHeaderName = (text: string) => /^[A-Za-z][A-Za-z0-9-]*$/.test(text);

/**
 * The form for a block that sends an HTTP request to another server. Its fields are the request, and the variables that
 * store values of the response.
 */
export function RequestForm({ block }: { block: BlockOf<"request"> }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const change = useBlockChange(block);
  return (
    <>
      <p className={styles.note}>{t("requestHint")}</p>
      <SelectField
        label={t("method")}
        value={block.method}
        disabled={!canEdit}
        onChange={({ currentTarget }) =>
          change({ method: currentTarget.value === "POST" ? "POST" : "GET" }, "method")
        }
      >
        <option value="GET">{t("methodGet")}</option>
        <option value="POST">{t("methodPost")}</option>
      </SelectField>
      <ValidatedTextField
        label={t("requestAddress")}
        description={t("requestAddressHint", { example: "{{day}}" })}
        path="address"
        type="url"
        value={block.address}
        maximum={maxUrlLength}
        isValid={isRequestAddress}
        invalid={t("requestAddressInvalid")}
        onChange={(address, path) => change({ address }, path)}
      />
      {block.method === "POST" && (
        <UntranslatedTextField
          label={t("body")}
          description={t("bodyHint")}
          path="body"
          rows={5}
          value={block.body}
          maximum={maxBodyLength}
          hasVariables
          onChange={(body, path) => change({ body }, path)}
        />
      )}
      <EditableList
        label={t("headers")}
        path="headers"
        items={block.headers}
        maximum={flowLimits.headers}
        nameOf={({ name }) => name}
        makeItem={() => ({ name: "X-Header", value: "" })}
        addLabel={t("addHeader")}
        onChange={(headers, path) => change({ headers }, path)}
      >
        {(header, index, setHeader) => (
          <>
            <ValidatedTextField
              label={t("headerName")}
              path={`headers.${index}.name`}
              value={header.name}
              maximum={100}
              isValid={isHeaderName}
              invalid={t("headerInvalid")}
              onChange={(name) => setHeader({ ...header, name }, "name")}
            />
            <UntranslatedTextField
              label={t("value")}
              path={`headers.${index}.value`}
              value={header.value}
              maximum={maximumVariableValueLength}
              hasVariables
              onChange={(value) => setHeader({ ...header, value }, "value")}
            />
          </>
        )}
      </EditableList>
      <EditableList
        label={t("kept")}
        path="saves"
        items={block.saves}
        maximum={flowLimits.saves}
        nameOf={(_, index) => t("keptNumber", { number: index + 1 })}
        makeItem={() => ({ path: "", variable_id: null })}
        addLabel={t("addKept")}
        onChange={(saves, path) => change({ saves }, path)}
      >
        {(savedVariable, index, setSavedVariable) => (
          <>
            <UntranslatedTextField
              label={t("keptPath")}
              description={t("keptPathHint")}
              path={`saves.${index}.path`}
              value={savedVariable.path}
              maximum={maxPathLength}
              onChange={(path) => setSavedVariable({ ...savedVariable, path }, "path")}
            />
            <VariableField
              label={t("savedIn")}
              path={`saves.${index}.variable_id`}
              value={savedVariable.variable_id}
              onChange={(variable_id) => setSavedVariable({ ...savedVariable, variable_id }, "variable_id")}
            />
          </>
        )}
      </EditableList>
      <NumberField
        label={t("timeout")}
        path="timeout_seconds"
        value={block.timeout_seconds}
        emptyValue={5}
        minimum={1}
        maximum={10}
        onChange={(seconds, path) => change({ timeout_seconds: seconds ?? 5 }, path)}
      />
    </>
  );
}
