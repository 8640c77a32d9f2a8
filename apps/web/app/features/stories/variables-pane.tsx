import { flowLimits } from "@kakehashi/contract/flows/limits";
import { findVariableNames } from "@kakehashi/contract/flows/texts";
import { IconPencil, IconTrash, IconVariable } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useBuilder } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { type FlowVariable, removeVariable } from "./edits.ts";
import panes from "./panes.module.css";
import { VariableDialog } from "./variable-dialog.tsx";

const iconProps = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

/** A pane that lists the variables of the story. The bot stores what it learns about a visitor in these variables. */
export function VariablesPane() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { canEdit } = useBuilder();
  const flow = useEditorState((state) => state.flow);
  /** The variable that the dialog changes. Null for a new variable, undefined if no dialog is open. */
  const [editedVariable, setEditedVariable] = useState<FlowVariable | null | undefined>();
  const { variables } = flow;
  async function deleteVariable({ id, name }: FlowVariable): Promise<void> {
    const isVariableUsed =
      JSON.stringify(flow.groups).includes(`"${id}"`) ||
      findVariableNames(JSON.stringify(flow.groups)).includes(name);
    const question = { title: t("removeVariableTitle", { name }), text: t("removeVariableText") };
    if (
      !isVariableUsed ||
      (await askToConfirm({ ...question, actionLabel: t("removeVariable"), isDestructive: true }))
    )
      editor.edit((flowBefore) => removeVariable(flowBefore, id));
  }
  const addButton = canEdit && variables.length < flowLimits.variables && (
    <Button onClick={() => setEditedVariable(null)}>{t("newVariable")}</Button>
  );
  return (
    <div className={panes.body}>
      {variables.length === 0 ? (
        <EmptyState
          icon={<IconVariable size={28} stroke={1.5} aria-hidden="true" />}
          title={t("noVariables")}
          text={t("noVariablesText")}
          action={addButton}
        />
      ) : (
        <>
          <ul className={panes.rows}>
            {variables.map((variable) => (
              <li key={variable.id} className={panes.line}>
                <span className={panes.kindWords}>
                  <span className={panes.code}>{variable.name}</span>
                  {variable.initial !== null && (
                    <span className={panes.small}>{t("startsWith", { value: variable.initial })}</span>
                  )}
                </span>
                {canEdit && (
                  <>
                    <IconButton
                      label={t("changeNamed", { name: variable.name })}
                      onClick={() => setEditedVariable(variable)}
                    >
                      <IconPencil {...iconProps} />
                    </IconButton>
                    <IconButton
                      label={t("removePart", { name: variable.name })}
                      onClick={() => void deleteVariable(variable)}
                    >
                      <IconTrash {...iconProps} />
                    </IconButton>
                  </>
                )}
              </li>
            ))}
          </ul>
          <div>{addButton}</div>
        </>
      )}
      {editedVariable !== undefined && (
        <VariableDialog variable={editedVariable} onClose={() => setEditedVariable(undefined)} />
      )}
    </div>
  );
}
