import {
  applyEdgeChanges,
  applyNodeChanges,
  Controls,
  MiniMap,
  type OnConnect,
  type OnConnectEnd,
  type OnEdgesChange,
  type OnNodesChange,
  ReactFlow,
  useReactFlow,
  useStore,
  useStoreApi,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type DragEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder } from "./builder.ts";
import canvasStyles from "./canvas.module.css";
import { CanvasDots } from "./canvas-dots.tsx";
import { useCanvasKeys } from "./canvas-keys.ts";
import { edgesOf, type GroupNode, nodesOf } from "./canvas-parts.ts";
import { CanvasWordsProvider } from "./canvas-words.tsx";
import { ColleagueLayer } from "./colleague-layer.tsx";
import { draggedBlock } from "./dragged.ts";
import { useDrawing, useEditor, useEditorState } from "./editor.ts";
import { addGroup, connect, findBlock, insertBlock, moveBlock, moveGroups } from "./edits.ts";
import { exitOfHandle } from "./exits.ts";
import { FarContext } from "./far.ts";
import { groupWidth, spanOfBlock } from "./geometry.ts";
import { GroupNodeView } from "./group-node.tsx";
import { newPartId } from "./ids.ts";
import { newBlock } from "./new-block.ts";
import { useSteadyWheel } from "./steady-wheel.ts";

// The name `group` is taken: the library has a node type of its own with this name.
const nodeTypes = { blocks: GroupNodeView };
const fitViewOptions = { padding: 0.2, maxZoom: 1 };
const proOptions = { hideAttribution: true };
/** The library draws the map for this size. A size that only the stylesheet knew would cut the story off. */
const mapSize = { width: 160, height: 112 };
/**
 * Below this zoom, texts are hard to read: bars stand for them. A story that would be smaller opens at its start, with
 * `startZoom`.
 */
const readableZoom = 0.4;
const startZoom = 0.8;

/** The same width as in `story-builder.module.css`. */
const isSmallScreen = () => matchMedia("(max-width: 1023px)").matches;

/** The nodes and lines on the canvas. The place of a dragged node is stored only here until the drag ends. */
function useDrawn() {
  const editor = useEditor();
  const positions = useDrawing((drawing) => drawing.positions);
  const lines = useDrawing((drawing) => drawing.lines);
  const [drawn, setDrawn] = useState(() => ({
    places: positions,
    lines,
    nodes: nodesOf(positions, []),
    edges: edgesOf(lines, []),
  }));
  const hasMoved = drawn.places !== positions;
  const isRewired = drawn.lines !== lines;
  const now =
    hasMoved || isRewired
      ? {
          places: positions,
          lines,
          nodes: hasMoved ? nodesOf(positions, drawn.nodes) : drawn.nodes,
          edges: isRewired ? edgesOf(lines, drawn.edges) : drawn.edges,
        }
      : drawn;
  if (now !== drawn) setDrawn(now);
  const onNodesChange = useCallback<OnNodesChange<GroupNode>>(
    (changes) => setDrawn((before) => ({ ...before, nodes: applyNodeChanges(changes, before.nodes) })),
    [],
  );
  const onEdgesChange = useCallback<OnEdgesChange>(
    (changes) => setDrawn((before) => ({ ...before, edges: applyEdgeChanges(changes, before.edges) })),
    [],
  );
  const onNodeDragStop = useCallback(
    (_: unknown, __: GroupNode, moved: GroupNode[]) =>
      editor.edit((before) => moveGroups(before, new Map(moved.map(({ id, position }) => [id, position])))),
    [editor],
  );
  return { nodes: now.nodes, edges: now.edges, onNodesChange, onEdgesChange, onNodeDragStop };
}

/** Shows the whole story when the page opens. Shows its start if the whole would be too small to read. */
function useFirstView(): () => void {
  const editor = useEditor();
  const { fitView, getNode, getZoom, setViewport } = useReactFlow();
  return useCallback(async () => {
    await fitView(fitViewOptions);
    const start = getNode(editor.get().flow.start);
    if (!start || getZoom() >= readableZoom) return;
    const { x, y } = start.position;
    await setViewport({ x: 40 - x * startZoom, y: 40 - y * startZoom, zoom: startZoom });
  }, [editor, fitView, getNode, getZoom, setViewport]);
}

/**
 * Scrolls the selection into view on request. The library does not render groups that are out of view. A component of
 * its own, so that a new selection does not render the canvas.
 */
function ShowRequested() {
  const editor = useEditor();
  const { getNode, getViewport, setViewport } = useReactFlow();
  const { getState } = useStoreApi();
  const request = useEditorState(({ showRequest }) => showRequest);
  const isCovered = useEditorState(({ pane, selection }) => pane === "block" && selection !== null);
  // On a small screen the pane covers the lower part of the canvas, so move the selected block to the top.
  useEffect(() => {
    const { selection } = editor.get();
    const node = isCovered && isSmallScreen() && selection ? getNode(selection.groupId) : undefined;
    if (!node || !selection) return;
    const width = document.querySelector(".react-flow")?.clientWidth ?? 0;
    const { zoom } = getViewport();
    const blocks = editor.drawing().views.get(selection.groupId)?.group.blocks ?? [];
    const rows = Math.max(0, blocks.findIndex(({ id }) => id === selection.blockId) - 1);
    const x = width / 2 - (node.position.x + groupWidth / 2) * zoom;
    void setViewport({ x, y: 16 - (node.position.y + rows * 52) * zoom, zoom });
  }, [isCovered, editor, getNode, getViewport, setViewport]);
  useEffect(() => {
    const { selection } = editor.get();
    // Otherwise the next key would act on groups and lines that were chosen by mouse earlier.
    if (request > 0) getState().unselectNodesAndEdges();
    const node = selection && request > 0 ? getNode(selection.groupId) : undefined;
    const pane = document.querySelector(".react-flow")?.getBoundingClientRect();
    if (!node || !pane) return;
    const { x, y, zoom } = getViewport();
    const shape = editor.drawing().views.get(node.id)?.position.shape;
    // A group may be higher than the screen, so of a selected block only the block itself must be in sight.
    const part =
      selection?.blockId && shape
        ? spanOfBlock(shape, selection.blockId)
        : { top: 0, height: Math.min(node.height ?? 0, 300) };
    const partY = node.position.y + part.top;
    const [left, top] = [node.position.x * zoom + x, partY * zoom + y];
    const [width, height] = [groupWidth * zoom, part.height * zoom];
    // On a small screen the pane covers the lower part.
    const shownHeight = pane.height * (editor.get().pane && isSmallScreen() ? 0.38 : 1);
    const isInSight = left >= 0 && top >= 0 && left + width <= pane.width && top + height <= shownHeight;
    if (isInSight) return;
    const newZoom = Math.max(zoom, 0.6);
    void setViewport({
      x: pane.width / 2 - (node.position.x + groupWidth / 2) * newZoom,
      y: shownHeight / 2 - (partY + part.height / 2) * newZoom,
      zoom: newZoom,
    });
  }, [request, editor, getNode, setViewport, getViewport, getState]);
  return null;
}

/** Puts a dropped block into the group below the pointer, or into a new group. */
function useDrops() {
  const editor = useEditor();
  const { screenToFlowPosition } = useReactFlow();
  return {
    onDragOver(event: DragEvent): void {
      if (draggedBlock.isIn(event)) event.preventDefault();
    },
    onDrop(event: DragEvent): void {
      const dragged = draggedBlock.of(event);
      if (!dragged) return;
      event.preventDefault();
      const target = event.target as HTMLElement;
      const inGroup = target.closest<HTMLElement>(".react-flow__node")?.dataset.id;
      const row = target.closest("li")?.querySelector<HTMLElement>("[data-place]");
      const index = row ? Number(row.dataset.place?.split(" ")[1]) : 100;
      const groupId = inGroup ?? newPartId();
      const isNew = "type" in dragged;
      const block = isNew ? newBlock(dragged.type) : findBlock(editor.get().flow, dragged.blockId)?.block;
      if (!block) return;
      const position = screenToFlowPosition({ x: event.clientX, y: event.clientY });
      editor.edit((flow) => {
        const withGroup = inGroup ? flow : addGroup(flow, position, [], groupId);
        return isNew
          ? insertBlock(withGroup, groupId, block, index)
          : moveBlock(withGroup, block.id, groupId, index);
      });
      editor.select({ groupId, blockId: block.id }, { pane: "block" });
    },
  };
}

/** The handlers of lines. They must stay the same functions: new ones would make the library draw all lines again. */
function useLines() {
  const editor = useEditor();
  const { screenToFlowPosition } = useReactFlow();
  const onConnect = useCallback<OnConnect>(
    ({ sourceHandle, target }) => {
      if (sourceHandle) editor.edit((flow) => connect(flow, exitOfHandle(sourceHandle), target));
    },
    [editor],
  );
  /**
   * A line that is dropped anywhere on a group connects to it. On empty canvas it creates a group there. Beside the
   * canvas, as on the pane, it is given up.
   */
  const onConnectEnd = useCallback<OnConnectEnd>(
    (event, { isValid, fromHandle }) => {
      if (isValid || fromHandle?.type !== "source" || !fromHandle.id) return;
      const pointer = "changedTouches" in event ? event.changedTouches[0] : event;
      if (!pointer) return;
      const from = exitOfHandle(fromHandle.id);
      const dropped = document.elementFromPoint(pointer.clientX, pointer.clientY);
      if (!dropped?.closest(".react-flow")) return;
      const under = dropped.closest<HTMLElement>(".react-flow__node")?.dataset.id;
      if (under !== undefined) {
        editor.edit((flow) => connect(flow, from, under));
        return;
      }
      const groupId = newPartId();
      const position = screenToFlowPosition({ x: pointer.clientX, y: pointer.clientY - 22 });
      editor.edit((flow) => connect(addGroup(flow, position, [], groupId), from, groupId));
      editor.select({ groupId, blockId: null }, { pane: "add", show: true });
    },
    [editor, screenToFlowPosition],
  );
  return { onConnect, onConnectEnd };
}

/** The canvas: groups of blocks, joined by lines. */
export const Canvas = () => (
  <CanvasWordsProvider>
    <Drawn />
  </CanvasWordsProvider>
);

function Drawn() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { canEdit } = useBuilder();
  const drawn = useDrawn();
  const lines = useLines();
  const drops = useDrops();
  const onKeyDown = useCanvasKeys(drawn.nodes, drawn.edges);
  const section = useRef<HTMLElement>(null);
  useSteadyWheel();
  const showStory = useFirstView();
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < readableZoom);
  // Focus the canvas, so that the Delete key deletes the clicked line.
  const onEdgeClick = useCallback(() => section.current?.focus({ preventScroll: true }), []);
  const onPaneClick = useCallback(() => editor.select(null), [editor]);
  const names = useMemo(
    () => ({
      "controls.ariaLabel": t("view"),
      "controls.zoomIn.ariaLabel": t("zoomIn"),
      "controls.zoomOut.ariaLabel": t("zoomOut"),
      "controls.fitView.ariaLabel": t("fitView"),
    }),
    [t],
  );
  return (
    <section
      ref={section}
      className={canvasStyles.canvas}
      aria-label={t("canvas")}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      {...drops}
    >
      <FarContext value={isFar}>
        <ReactFlow
          {...drawn}
          {...lines}
          nodeTypes={nodeTypes}
          onEdgeClick={onEdgeClick}
          onPaneClick={onPaneClick}
          nodesDraggable={canEdit}
          nodesConnectable={canEdit}
          nodesFocusable={false}
          edgesFocusable={false}
          // The wheel zooms without a key. The library would listen anew at each press, and all groups be painted again.
          zoomActivationKeyCode={null}
          disableKeyboardA11y
          deleteKeyCode={null}
          onlyRenderVisibleElements
          minZoom={0.1}
          maxZoom={1.5}
          onInit={showStory}
          proOptions={proOptions}
          ariaLabelConfig={names}
        >
          <ShowRequested />
          <CanvasTools />
          {canEdit && <ColleagueLayer />}
        </ReactFlow>
      </FarContext>
    </section>
  );
}

const CanvasTools = memo(function CanvasTools() {
  const { t } = useTranslation("stories");
  const { setCenter, getZoom } = useReactFlow();
  return (
    <>
      <CanvasDots />
      <Controls
        showInteractive={false}
        className={canvasStyles.controls ?? ""}
        fitViewOptions={fitViewOptions}
      />
      <MiniMap
        pannable
        zoomable
        className={canvasStyles.map ?? ""}
        style={mapSize}
        ariaLabel={t("map")}
        onClick={(_, { x, y }) => void setCenter(x, y, { zoom: getZoom() })}
      />
    </>
  );
});
