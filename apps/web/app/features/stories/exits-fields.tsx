import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { FlowGroup } from "@kakehashi/contract/flows/flow";
import { memo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useBuilder } from "./builder.ts";
import { useEditor, useEditorState, useStoryDrawing } from "./editor.ts";
import { addGroup, connectExitToGroup, findFreePositionBeside, targetGroupIdOf } from "./edits.ts";
import { shownExitsOf, unconnectedExitTextKeyOf } from "./exits.ts";
import fields from "./fields.module.css";
import { GroupSelectOptions, newGroupValue } from "./group-select-options.tsx";
import { createPartId } from "./ids.ts";
import { useBlockSummaryFunctions } from "./summary.ts";

/** Fields that choose the group to which each line of a block leads, for people who do not draw lines on the canvas. */
export function ExitFields({ block, group }: { block: FlowBlock; group: FlowGroup }) {
  const { t } = useTranslation("stories");
  const summaries = useBlockSummaryFunctions();
  const isLastBlock = group.blocks.at(-1) === block;
  const exits = shownExitsOf(block, true, false);
  if (exits.length === 0) return null;
  return (
    <fieldset className={fields.list} data-exits>
      <legend>{t("comesNext")}</legend>
      {exits.map((blockExit) => (
        <ExitField
          key={blockExit.itemId ?? ""}
          blockId={block.id}
          groupId={group.id}
          itemId={blockExit.itemId}
          label={summaries.exitText(block, blockExit)}
          emptyOptionText={t(unconnectedExitTextKeyOf(block, blockExit, isLastBlock))}
        />
      ))}
    </fieldset>
  );
}

interface ExitFieldsProps {
  blockId: string;
  groupId: string;
  itemId: string | undefined;
  label: string;
  emptyOptionText: string;
}

const ExitField = memo(function ExitField({
  blockId,
  groupId,
  itemId,
  label,
  emptyOptionText: lineOptionText,
}: ExitFieldsProps) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { canEdit } = useBuilder();
  const blockExit = { block_id: blockId, ...(itemId !== undefined && { item_id: itemId }) };
  const target = useEditorState(({ flow }) => targetGroupIdOf(flow, blockExit));
  const isTargetMissing = useStoryDrawing(
    ({ renderDataByGroupId: views }) => target !== undefined && !views.has(target),
  );
  function chooseGroup(chosenGroupId: string): void {
    if (chosenGroupId !== newGroupValue) {
      editor.edit((flowBefore) => connectExitToGroup(flowBefore, blockExit, chosenGroupId || null));
      return;
    }
    const id = createPartId();
    editor.edit((flowBefore) => {
      const ownGroup = flowBefore.groups.find((group) => group.id === groupId);
      return connectExitToGroup(
        addGroup(flowBefore, findFreePositionBeside(flowBefore, ownGroup), [], id),
        blockExit,
        id,
      );
    });
    editor.select({ groupId: id, blockId: null }, { pane: "add", scrollIntoView: true });
  }
  return (
    <SelectField
      label={label}
      data-path={itemId ?? "next"}
      value={target ?? ""}
      disabled={!canEdit}
      onChange={({ currentTarget }) => chooseGroup(currentTarget.value)}
    >
      <option value="">{lineOptionText}</option>
      <GroupSelectOptions chosen={target} />
      {isTargetMissing && <option value={target}>{t("goneGroup")}</option>}
      <option value={newGroupValue}>{t("toNewGroup")}</option>
    </SelectField>
  );
});
