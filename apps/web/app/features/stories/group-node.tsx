import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { IconAlertTriangle, IconPlayerPlay, IconPlus } from "@tabler/icons-react";
import { Handle, type NodeProps, Position } from "@xyflow/react";
import { type DragEvent, memo, type RefObject, use, useLayoutEffect, useRef } from "react";
import { useAfterPaint } from "../../kit/use-after-paint.ts";
import { BlockIcon } from "./block-icon.tsx";
import { useProblems } from "./builder.ts";
import type { GroupNode } from "./canvas-parts.ts";
import { useCanvasRowValues } from "./canvas-words.tsx";
import { blockDragHelpers } from "./dragged.ts";
import type { GroupRenderData } from "./drawing.ts";
import { useEditor, useEditorState, useStoryDrawing } from "./editor.ts";
import { handleIdOf } from "./exits.ts";
import { UnreadableZoomContext } from "./far.ts";
import { type BlockWithExits, blockHeightPx, edgeHandleSize } from "./geometry.ts";
import styles from "./group-node.module.css";
import { formatGroupTitle } from "./summary.ts";

// A story may have hundreds of visible block rows. So a row does not subscribe to values that often change. It gets
// them as props from its group, or from `canvas-words.tsx` if all rows share them.

/** Returns the id of the selected block if it is in this group, "" if the group itself is selected, otherwise null. */
const useSelectedBlockId = (groupId: string): string | null =>
  useEditorState(({ selection }) => (selection?.groupId === groupId ? (selection.blockId ?? "") : null));

/** Focuses `element`, the selected block or group, when the editor requests it. Renders nothing. */
function RequestedFocus({ element }: { element: RefObject<HTMLElement | null> }) {
  const { followedRequest } = useEditor();
  const request = useEditorState(({ selectionFocusRequestCount }) => selectionFocusRequestCount);
  useLayoutEffect(() => {
    if (request === followedRequest.count) return;
    followedRequest.count = request;
    element.current?.focus({ preventScroll: true });
  }, [request, followedRequest, element]);
  return null;
}

type NodeViewProps = NodeProps<GroupNode>;

/**
 * Whether a group looks the same with the old and the new props. Ignores the coordinates, which change in each frame of
 * a drag, because the group renders nothing that depends on them.
 */
const hasSameAppearance = (a: NodeViewProps, b: NodeViewProps) => a.id === b.id && a.selected === b.selected;

/**
 * A group of blocks on the canvas. Renders nothing if the group was just removed but the canvas library still has its
 * node.
 */
export const GroupNodeView = memo(function GroupNodeView({ id, selected }: NodeViewProps) {
  const view = useStoryDrawing(({ renderDataByGroupId: views }) => views.get(id));
  return view ? <GroupOnCanvas view={view} isChosen={selected} /> : null;
}, hasSameAppearance);

/** A group on the canvas: its title, and its blocks with their exits. */
function GroupOnCanvas({ view, isChosen }: { view: GroupRenderData; isChosen: boolean }) {
  const { t, canEdit } = useCanvasRowValues();
  const editor = useEditor();
  const { group, title } = view;
  const { id } = group;
  const selectedBlockId = useSelectedBlockId(id);
  const isTabStop = useEditorState(({ selection }) => title.isStart && selection === null);
  const problems = new Set(
    useProblems(({ problemBlockIdsByGroup: marks }) => marks.get(id) ?? "")
      .split(" ")
      .filter((problemMark) => problemMark !== ""),
  );
  const headButtonRef = useRef<HTMLButtonElement>(null);
  // When the canvas is zoomed far out, only the selected group renders its blocks, so that people can move through them
  // by keyboard. If a block of the group is selected, the blocks are rendered at once, because that block gets the
  // focus.
  const hasBlocks = useAfterPaint(selectedBlockId !== null, Boolean(selectedBlockId));
  const isFar = use(UnreadableZoomContext) && !hasBlocks;
  const addBlockAt = (index: number) => {
    editor.select({ groupId: id, blockId: group.blocks[index - 1]?.id ?? null }, { pane: "add" });
  };
  return (
    <div
      className={styles.group}
      data-selected={isChosen || selectedBlockId !== null || undefined}
      data-far={isFar || undefined}
    >
      <Handle type="target" position={Position.Left} className={styles.target} isConnectable={canEdit} />
      <button
        ref={headButtonRef}
        type="button"
        className={styles.head}
        data-part
        tabIndex={selectedBlockId === "" || isTabStop ? 0 : -1}
        aria-pressed={selectedBlockId === ""}
        onClick={() => editor.select({ groupId: id, blockId: null }, { pane: "block" })}
      >
        {title.isStart && <IconPlayerPlay size={16} stroke={1.8} aria-hidden="true" />}
        <span className={styles.name}>{formatGroupTitle(t, title)}</span>
        {(isFar ? problems.size > 0 : problems.has("!")) && <ProblemMark />}
      </button>
      {selectedBlockId === "" && <RequestedFocus element={headButtonRef} />}
      {isFar ? (
        <BlockBars view={view} />
      ) : (
        <GroupBlocks view={view} selectedBlockId={selectedBlockId} problems={problems} />
      )}
      {canEdit && !isFar && (
        <button
          type="button"
          className={`nodrag ${styles.add}`}
          tabIndex={-1}
          onClick={() => addBlockAt(group.blocks.length)}
        >
          <IconPlus size={16} stroke={1.8} aria-hidden="true" />
          {t("addBlock")}
        </button>
      )}
    </div>
  );
}

/**
 * Shown instead of the blocks of a group when the canvas is zoomed far out: a bar for each block, and the dots where
 * lines begin.
 */
function BlockBars({ view: { group, geometry: position } }: { view: GroupRenderData }) {
  const { canEdit } = useCanvasRowValues();
  return (
    <>
      <div className={styles.bars} style={{ height: group.blocks.length * blockHeightPx }} />
      {position.shape.handles.map(
        ({ id, type, y }) =>
          type === "source" && (
            <Handle
              key={id}
              type="source"
              position={Position.Right}
              id={id}
              className={styles.source}
              style={{ top: y + edgeHandleSize.height / 2 }}
              isConnectable={canEdit}
            />
          ),
      )}
    </>
  );
}

interface GroupBlocksProps {
  view: GroupRenderData;
  selectedBlockId: string | null;
  problems: ReadonlySet<string>;
}

function GroupBlocks({ view: { group, geometry: position }, selectedBlockId, problems }: GroupBlocksProps) {
  return (
    <ol className={styles.blocks}>
      {group.blocks.map((block, index) => (
        <BlockRow
          key={block.id}
          block={block}
          groupId={group.id}
          index={index}
          blockWithExits={position.shape.blocksWithExits[index]}
          isSelected={selectedBlockId === block.id}
          hasProblem={problems.has(block.id)}
        />
      ))}
    </ol>
  );
}

function ProblemMark() {
  const { t } = useCanvasRowValues();
  return (
    <span className={styles.problem}>
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
      <span className="visually-hidden">{t("hasProblem")}</span>
    </span>
  );
}

interface BlockRowProps {
  block: FlowBlock;
  groupId: string;
  index: number;
  blockWithExits: BlockWithExits | undefined;
  isSelected: boolean;
  hasProblem: boolean;
}

const BlockRow = memo(function BlockRow({
  block,
  groupId,
  index,
  blockWithExits,
  isSelected,
  hasProblem,
}: BlockRowProps) {
  const { t, canEdit, language, summaries } = useCanvasRowValues();
  const editor = useEditor();
  const button = useRef<HTMLButtonElement>(null);
  function startDrag(event: DragEvent): void {
    event.stopPropagation();
    blockDragHelpers.start(event, { blockId: block.id });
  }
  return (
    <li className={styles.block} data-type={block.type}>
      <button
        ref={button}
        type="button"
        className={`nodrag ${styles.row}`}
        data-part
        data-selected={isSelected || undefined}
        data-place={`${groupId} ${index}`}
        tabIndex={isSelected ? 0 : -1}
        aria-pressed={isSelected}
        draggable={canEdit}
        onDragStart={startDrag}
        onClick={() => editor.select({ groupId, blockId: block.id }, { pane: "block" })}
      >
        <span className={styles.icon}>
          <BlockIcon type={block.type} />
        </span>
        <span className={styles.words}>
          <span className={styles.type}>{t(`type_${block.type}`)}</span>
          <span className={styles.summary} lang={language}>
            {summaries.ofBlock(block) || t("nothingYet")}
          </span>
        </span>
        {hasProblem && <ProblemMark />}
      </button>
      {isSelected && <RequestedFocus element={button} />}
      {blockWithExits?.exits.map((blockExit) => (
        <div key={blockExit.itemId ?? ""} className={styles.exit} data-kind={blockExit.kind}>
          <span className={styles.exitName}>{summaries.exitText(block, blockExit)}</span>
          <Handle
            type="source"
            position={Position.Right}
            id={handleIdOf(block.id, blockExit.itemId)}
            className={styles.source}
            isConnectable={canEdit}
          />
        </div>
      ))}
    </li>
  );
});
