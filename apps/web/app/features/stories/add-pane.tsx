import type { BlockType } from "@kakehashi/contract/flows/blocks";
import { flowLimits } from "@kakehashi/contract/flows/limits";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { BlockIcon } from "./block-icon.tsx";
import { blockDragHelpers } from "./dragged.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { insertBlock } from "./edits.ts";
import { blockTypeCategories, createBlock } from "./new-block.ts";
import panes from "./panes.module.css";

/**
 * The pane with the kinds of blocks. A click on a kind adds a block after the selected block. Dragging a kind to the
 * canvas adds the block there.
 */
export function AddBlockPane() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const count = useEditorState(({ flow }) => flow.groups.reduce((sum, { blocks }) => sum + blocks.length, 0));
  const group = useEditorState(({ flow, selection }) =>
    flow.groups.find(({ id }) => id === (selection?.groupId ?? flow.start)),
  );
  const firstButtonRef = useRef<HTMLDivElement>(null);
  useEffect(() => firstButtonRef.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  const isGroupFull = count >= flowLimits.blocks || (group?.blocks.length ?? 0) >= flowLimits.blocksOfGroup;
  function addBlockOfType(type: BlockType): void {
    const { selection } = editor.get();
    if (!group) return;
    const block = createBlock(type);
    const selectedIndex = group.blocks.findIndex(({ id }) => id === selection?.blockId);
    editor.edit((flow) =>
      insertBlock(flow, group.id, block, selectedIndex < 0 ? group.blocks.length : selectedIndex + 1),
    );
    editor.select({ groupId: group.id, blockId: block.id }, { scrollIntoView: true });
    editor.openField("first");
  }
  /** The arrow keys move the focus through all kinds of blocks. After the last kind comes the first. */
  function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
    const indexChange = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (indexChange === 0) return;
    event.preventDefault();
    const buttons = [...(firstButtonRef.current?.querySelectorAll("button") ?? [])];
    buttons[(buttons.indexOf(event.currentTarget) + indexChange + buttons.length) % buttons.length]?.focus();
  }
  return (
    <div ref={firstButtonRef} className={panes.body}>
      {isGroupFull && (
        <p className={panes.note} role="status">
          {t("full", { number: flowLimits.blocks, group: flowLimits.blocksOfGroup })}
        </p>
      )}
      {blockTypeCategories.map(({ group: kind, types }) => (
        <section key={kind} aria-label={t(`kind_${kind}`)}>
          <h3 className={panes.heading}>{t(`kind_${kind}`)}</h3>
          <ul className={panes.kinds}>
            {types.map((type) => (
              <li key={type}>
                <button
                  type="button"
                  className={panes.kind}
                  disabled={isGroupFull}
                  draggable
                  onDragStart={(event) => blockDragHelpers.start(event, { type })}
                  onKeyDown={moveFocus}
                  onClick={() => addBlockOfType(type)}
                >
                  <BlockIcon type={type} size={20} />
                  <span className={panes.kindWords}>
                    <span>{t(`type_${type}`)}</span>
                    <span className={panes.small}>{t(`about_${type}`)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
