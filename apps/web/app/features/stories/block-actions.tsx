import { flowLimits } from "@kakehashi/contract/flows/limits";
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { useEditor, useEditorState } from "./editor.ts";
import { addGroup, findBlock, findFreePositionBeside, insertBlock, moveBlock, removeBlock } from "./edits.ts";
import { GroupSelectOptions, newGroupValue } from "./group-select-options.tsx";
import { createPartId } from "./ids.ts";
import { copyBlockWithNewIds } from "./new-ids.ts";
import panes from "./panes.module.css";

const iconProps = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

interface BlockActionsProps {
  blockId: string;
  groupId: string;
  /** The block's index in its group. `count` is the number of blocks in the group. */
  index: number;
  count: number;
}

/**
 * The buttons that move, duplicate and remove a block. Their prop is the block's id and not the block itself. A block
 * is a new object after each typed letter, so a prop with the block would re-render the buttons at each letter.
 */
export const BlockActionButtons = memo(function BlockActions({
  blockId,
  groupId,
  index,
  count,
}: BlockActionsProps) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const moveToIndex = (to: number) => editor.edit((flow) => moveBlock(flow, blockId, groupId, to));
  function duplicateBlock(): void {
    const block = findBlock(editor.get().flow, blockId)?.block;
    if (!block) return;
    const blockCopy = copyBlockWithNewIds(block);
    editor.edit((flow) => insertBlock(flow, groupId, blockCopy, index + 1));
    editor.select({ groupId, blockId: blockCopy.id });
  }
  function deleteBlock(): void {
    const blocks = findBlock(editor.get().flow, blockId)?.group.blocks ?? [];
    const neighbourBlock = blocks[index + 1] ?? blocks[index - 1];
    editor.edit((flow) => removeBlock(flow, blockId));
    editor.select({ groupId, blockId: neighbourBlock?.id ?? null }, { focus: true });
  }
  return (
    <div className={panes.actions}>
      <IconButton label={t("moveUp")} disabled={index === 0} onClick={() => moveToIndex(index - 1)}>
        <IconArrowUp {...iconProps} />
      </IconButton>
      <IconButton label={t("moveDown")} disabled={index === count - 1} onClick={() => moveToIndex(index + 2)}>
        <IconArrowDown {...iconProps} />
      </IconButton>
      <IconButton label={t("duplicateBlock")} onClick={duplicateBlock}>
        <IconCopy {...iconProps} />
      </IconButton>
      <IconButton label={t("removeBlock")} onClick={deleteBlock}>
        <IconTrash {...iconProps} />
      </IconButton>
      <MoveToGroupSelect blockId={blockId} groupId={groupId} />
    </div>
  );
});

/** A select that moves a block to another group, for people who cannot drag it. */
function MoveToGroupSelect({ blockId, groupId }: { blockId: string; groupId: string }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const excludedGroupIds = useEditorState(({ flow }) =>
    flow.groups
      .filter(({ id, blocks }) => id === groupId || blocks.length >= flowLimits.blocksOfGroup)
      .map(({ id }) => id)
      .join(" "),
  );
  function moveToGroup(chosenGroupId: string): void {
    const isNewGroup = chosenGroupId === newGroupValue;
    const id = isNewGroup ? createPartId() : chosenGroupId;
    editor.edit((flowBefore) => {
      const currentGroup = flowBefore.groups.find((group) => group.id === groupId);
      const flow = isNewGroup
        ? addGroup(flowBefore, findFreePositionBeside(flowBefore, currentGroup), [], id)
        : flowBefore;
      return moveBlock(flow, blockId, id, flowLimits.blocksOfGroup);
    });
    editor.select({ groupId: id, blockId }, { scrollIntoView: true });
  }
  return (
    <Select
      isBorderless
      className={panes.moveTo ?? ""}
      aria-label={t("moveTo")}
      value=""
      onChange={({ currentTarget: { value } }) => moveToGroup(value)}
    >
      <option value="" disabled>
        {t("moveTo")}
      </option>
      <GroupSelectOptions excludedIds={excludedGroupIds} />
      <option value={newGroupValue}>{t("toNewGroup")}</option>
    </Select>
  );
}
