import { type FitViewOptions, useReactFlow, useStoreApi } from "@xyflow/react";
import { useCallback, useEffect } from "react";
import { useEditor, useEditorState } from "./editor.ts";
import type { EditorState } from "./editor-state.ts";
import { minimumReadableZoom } from "./far.ts";
import { groupWidthPx, spanOfBlock } from "./geometry.ts";

// An open pane lies over the canvas instead of making the canvas smaller. Otherwise the browser would paint all groups
// again each time a pane opens.

/** If the whole story would be too small to read, it is shown from its start at this zoom. */
const startZoom = 0.8;

// These values are also in `story-builder.module.css`: the width of a small screen, `paneWidthPx` and `freeHeightShare`.
const isSmallScreen = () => matchMedia("(max-width: 1023px)").matches;
const paneWidthPx = 380;
/** The part of the screen's height (0 to 1) that an open pane leaves free on a small screen. */
const freeHeightShare = 0.38;

/**
 * How long an animated move of the canvas takes, in milliseconds. 0 for people who prefer reduced motion, because the
 * canvas library ignores that setting.
 */
const panDurationMs = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 200);

const isPaneOpen = ({ pane }: EditorState): boolean => pane !== null;

/** Returns how many pixels at the right side of the canvas the open pane covers. */
export function computeCoveredWidth(state: EditorState): number {
  return isPaneOpen(state) && !isSmallScreen() ? paneWidthPx : 0;
}

/**
 * Returns options for the canvas library that fit the whole story into the part of the canvas that no pane covers.
 * `coveredPx` is the width of the covered part.
 */
export function createFitViewOptions(coveredPx: number): FitViewOptions {
  const sideMarginShare = 0.2;
  return {
    maxZoom: 1,
    padding:
      coveredPx > 0
        ? { x: sideMarginShare, y: sideMarginShare, right: `${coveredPx + 40}px` }
        : sideMarginShare,
  };
}

/**
 * Returns a function that shows the whole story. If the whole story would be too small to read, the function shows its
 * start.
 */
export function useShowInitialViewFunction(): () => void {
  const editor = useEditor();
  const { fitView, getNode, getZoom, setViewport } = useReactFlow();
  return useCallback(async () => {
    await fitView(createFitViewOptions(computeCoveredWidth(editor.get())));
    const start = getNode(editor.get().flow.start);
    if (!start || getZoom() >= minimumReadableZoom) return;
    const { x, y } = start.position;
    await setViewport({ x: 40 - x * startZoom, y: 40 - y * startZoom, zoom: startZoom });
  }, [editor, fitView, getNode, getZoom, setViewport]);
}

/**
 * Scrolls the selected block or group into view on request. The group's component cannot do this, because the canvas
 * library renders only groups inside the view. This is a component of its own, so that a new selection does not
 * re-render the canvas.
 */
export function ScrollToSelection() {
  const editor = useEditor();
  const { getNode, getViewport, setViewport } = useReactFlow();
  const { getState } = useStoreApi();
  const request = useEditorState(({ scrollRequestCount }) => scrollRequestCount);
  const isCovered = useEditorState(({ pane, selection }) => pane === "block" && selection !== null);
  // Move the canvas, so that the opening pane does not cover the selected block or group. On a small screen, move the
  // block to the top.
  useEffect(() => {
    const { selection } = editor.get();
    const node = isCovered && selection ? getNode(selection.groupId) : undefined;
    if (!node || !selection) return;
    const width = document.querySelector(".react-flow")?.clientWidth ?? 0;
    const { x: viewX, y: viewY, zoom } = getViewport();
    if (!isSmallScreen()) {
      const groupRightEdge = (node.position.x + groupWidthPx) * zoom + viewX;
      const coveredPartPx = groupRightEdge + 16 - (width - paneWidthPx);
      if (coveredPartPx > 0)
        void setViewport({ x: viewX - coveredPartPx, y: viewY, zoom }, { duration: panDurationMs() });
      return;
    }
    const blocks = editor.drawing().renderDataByGroupId.get(selection.groupId)?.group.blocks ?? [];
    const rows = Math.max(0, blocks.findIndex(({ id }) => id === selection.blockId) - 1);
    const newViewX = width / 2 - (node.position.x + groupWidthPx / 2) * zoom;
    void setViewport({ x: newViewX, y: 16 - (node.position.y + rows * 52) * zoom, zoom });
  }, [isCovered, editor, getNode, getViewport, setViewport]);
  useEffect(() => {
    const { selection } = editor.get();
    // Clear the selection of the canvas library. Otherwise the next key would also act on groups and lines that were
    // selected by mouse before.
    if (request > 0) getState().unselectNodesAndEdges();
    const node = selection && request > 0 ? getNode(selection.groupId) : undefined;
    const canvas = document.querySelector(".react-flow")?.getBoundingClientRect();
    if (!node || !canvas) return;
    const { x, y, zoom } = getViewport();
    const groupShape = editor.drawing().renderDataByGroupId.get(node.id)?.geometry.shape;
    // A group may be higher than the screen. So if a block is selected, only make sure that the block is visible.
    const selectedPartSpan =
      selection?.blockId && groupShape
        ? spanOfBlock(groupShape, selection.blockId)
        : { top: 0, height: Math.min(node.height ?? 0, 300) };
    const partTop = node.position.y + selectedPartSpan.top;
    const [leftPx, topPx] = [node.position.x * zoom + x, partTop * zoom + y];
    const [width, height] = [groupWidthPx * zoom, selectedPartSpan.height * zoom];
    const uncoveredWidthPx = canvas.width - computeCoveredWidth(editor.get());
    const uncoveredHeightPx =
      canvas.height * (isPaneOpen(editor.get()) && isSmallScreen() ? freeHeightShare : 1);
    const isInView =
      leftPx >= 0 && topPx >= 0 && leftPx + width <= uncoveredWidthPx && topPx + height <= uncoveredHeightPx;
    if (isInView) return;
    const newZoom = Math.max(zoom, 0.6);
    void setViewport({
      x: uncoveredWidthPx / 2 - (node.position.x + groupWidthPx / 2) * newZoom,
      y: uncoveredHeightPx / 2 - (partTop + selectedPartSpan.height / 2) * newZoom,
      zoom: newZoom,
    });
  }, [request, editor, getNode, setViewport, getViewport, getState]);
  return null;
}
