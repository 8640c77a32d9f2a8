import { useReactFlow } from "@xyflow/react";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { useBuilder } from "./builder.ts";
import { getMultiSelectedGroupIds, removeSelectedParts } from "./canvas-keys.ts";
import type { GroupNode } from "./canvas-parts.ts";
import {
  parseCopiedParts,
  pasteGroups,
  prepareGroupsForPasting,
  serializeCopiedGroups,
} from "./clipboard.ts";
import { type StoryEditor, useEditor } from "./editor.ts";
import { insertBlock } from "./edits.ts";

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
/** Whether a dialog is open. The page then ignores keys and the clipboard, because the dialog handles them. */
const isDialogOpen = (): boolean => document.querySelector("[role=dialog]") !== null;

/**
 * Returns the JSON for the clipboard: the groups selected together, or else the selected block, or else the selected
 * group.
 */
function serializeSelectionForClipboard(editor: StoryEditor, nodes: readonly GroupNode[]): string | null {
  const { selection, flow } = editor.get();
  const groups = getMultiSelectedGroupIds(nodes);
  if (groups.size > 0) return serializeCopiedGroups(flow, groups, null);
  return selection && serializeCopiedGroups(flow, new Set([selection.groupId]), selection.blockId);
}

/**
 * Pastes a copied part of a story after the selected block or beside the selected group. Returns false if the text is
 * not a copied part of a story.
 */
async function pasteCopiedParts(editor: StoryEditor, text: string): Promise<boolean> {
  const copiedParts = await parseCopiedParts(text);
  if (!copiedParts) return false;
  const { flow, selection } = editor.get();
  const group = flow.groups.find(({ id }) => id === selection?.groupId);
  if (copiedParts.isSingleBlock && group) {
    const { variables, groups } = prepareGroupsForPasting(flow, copiedParts);
    const block = groups[0]?.blocks[0];
    if (!block) return true;
    const selectedIndex = group.blocks.findIndex(({ id }) => id === selection?.blockId);
    const index = selectedIndex < 0 ? group.blocks.length : selectedIndex + 1;
    editor.edit(() => insertBlock(variables, group.id, block, index));
    editor.select({ groupId: group.id, blockId: block.id }, { focus: true });
    return true;
  }
  const lowestGroupY = Math.max(...flow.groups.map(({ y }) => y));
  const position = group
    ? { x: group.x + 40, y: group.y + 40 }
    : { x: flow.groups[0]?.x ?? 0, y: lowestGroupY + 240 };
  const result = pasteGroups(flow, copiedParts, position);
  editor.edit(() => result.flow);
  editor.select({ groupId: result.groups[0]?.id ?? flow.start, blockId: null }, { focus: true });
  return true;
}

/**
 * Handles the keys for undo and redo, and copy, cut and paste in the story editor. A focused text field keeps the
 * browser's copy and paste.
 */
export function useEditorKeys(): void {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { canEdit } = useBuilder();
  const { getNodes, getEdges } = useReactFlow<GroupNode>();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isDialogOpen() || !canEdit) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) editor.undo();
    else if ((key === "z" && event.shiftKey) || key === "y") editor.redo();
    else return;
    // Prevent the browser's undo in a text field, because the editor changes the field's text itself.
    event.preventDefault();
  });
  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    if (isTextField(event.target) || isDialogOpen()) return;
    if (event.type === "paste") {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!canEdit || text === "") return;
      event.preventDefault();
      void pasteCopiedParts(editor, text).then((isPasted) => isPasted || toast(t("notPasted")));
      return;
    }
    // If text is selected on the page, leave the copying to the browser.
    if (!document.getSelection()?.isCollapsed) return;
    const text = serializeSelectionForClipboard(editor, getNodes());
    if (text === null) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    if (event.type === "cut" && canEdit) removeSelectedParts(editor, getNodes(), getEdges());
    else toast(t("copied"));
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => onKeyDown(event);
    const handleClipboard = (event: ClipboardEvent) => onClipboard(event);
    addEventListener("keydown", handleKey);
    for (const name of ["copy", "cut", "paste"] as const) addEventListener(name, handleClipboard);
    return () => {
      removeEventListener("keydown", handleKey);
      for (const name of ["copy", "cut", "paste"] as const) removeEventListener(name, handleClipboard);
    };
  }, []);
}
