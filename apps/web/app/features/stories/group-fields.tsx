import type { FlowGroup } from "@kakehashi/contract/flows/flow";
import { flowTextLimits } from "@kakehashi/contract/flows/limits";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useBuilder } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { removeGroups, updateGroup } from "./edits.ts";
import panes from "./panes.module.css";
import { ProblemsWithoutField } from "./problems-pane.tsx";

/** The fields and buttons of the selected group of blocks. */
export function GroupFields({ group }: { group: FlowGroup }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { canEdit } = useBuilder();
  const isStart = useEditorState(({ flow }) => flow.start === group.id);
  const isOnlyGroup = useEditorState(({ flow }) => flow.groups.length === 1);
  function deleteGroup(): void {
    editor.edit((flow) => removeGroups(flow, new Set([group.id])));
    editor.select({ groupId: editor.get().flow.start, blockId: null }, { focus: true, pane: null });
  }
  return (
    <>
      <ProblemsWithoutField groupId={group.id} blockId={null} />
      <TextField
        label={t("groupTitle")}
        description={t("groupTitleHint")}
        value={group.title}
        maxLength={flowTextLimits.title}
        readOnly={!canEdit}
        onChange={({ currentTarget: { value: title } }) =>
          editor.edit(
            (flow) => updateGroup(flow, group.id, (oldGroup) => ({ ...oldGroup, title })),
            `${group.id} title`,
          )
        }
      />
      {isStart && <p className={panes.note}>{t("isStart")}</p>}
      {canEdit && (
        <div className={panes.buttons}>
          <Button onClick={() => editor.openPane("add")}>{t("addBlock")}</Button>
          {!isStart && (
            <Button onClick={() => editor.edit((flow) => ({ ...flow, start: group.id }))}>
              {t("makeStart")}
            </Button>
          )}
          {!isOnlyGroup && (
            <Button kind="danger" onClick={deleteGroup}>
              {t("removeGroup")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
