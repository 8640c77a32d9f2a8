import {
  applyEdgeChanges,
  applyNodeChanges,
  type OnConnect,
  type OnConnectEnd,
  type OnEdgesChange,
  type OnNodesChange,
  ReactFlow,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type DragEvent, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useBuilder } from "./builder.ts";
import canvasStyles from "./canvas.module.css";
import { useCanvasKeyHandler } from "./canvas-keys.ts";
import { type GroupNode, toCanvasEdges, toCanvasNodes } from "./canvas-parts.ts";
import { CanvasNavigationControls } from "./canvas-tools.tsx";
import { ScrollToSelection, useShowInitialViewFunction } from "./canvas-view.tsx";
import { CanvasRowValuesProvider } from "./canvas-words.tsx";
import { ColleaguesOnCanvas } from "./colleague-layer.tsx";
import { blockDragHelpers } from "./dragged.ts";
import { useEditor, useStoryDrawing } from "./editor.ts";
import { addGroup, connectExitToGroup, findBlock, insertBlock, moveBlock, moveGroups } from "./edits.ts";
import { edgeStartOfHandle } from "./exits.ts";
import { minimumReadableZoom, UnreadableZoomContext } from "./far.ts";
import { GroupNodeView } from "./group-node.tsx";
import { createPartId } from "./ids.ts";
import { createBlock } from "./new-block.ts";
import { useNoopWheelListener } from "./steady-wheel.ts";

// The canvas library already has a node type `group`. So the groups of a story have the node type `blocks`.
const nodeTypes = { blocks: GroupNodeView };
const hideAttributionOptions = { hideAttribution: true };
/** The nodes and lines on the canvas. During a drag, only this state has the new position of a node. */
function useDrawnNodesAndLines() {
  const editor = useEditor();
  const positions = useStoryDrawing((drawing) => drawing.geometries);
  const lines = useStoryDrawing((drawing) => drawing.connections);
  const [drawnNodesAndEdges, setDrawnParts] = useState(() => ({
    places: positions,
    lines,
    nodes: toCanvasNodes(positions, []),
    edges: toCanvasEdges(lines, []),
  }));
  const havePositionsChanged = drawnNodesAndEdges.places !== positions;
  const haveLinesChanged = drawnNodesAndEdges.lines !== lines;
  const now =
    havePositionsChanged || haveLinesChanged
      ? {
          places: positions,
          lines,
          nodes: havePositionsChanged
            ? toCanvasNodes(positions, drawnNodesAndEdges.nodes)
            : drawnNodesAndEdges.nodes,
          edges: haveLinesChanged ? toCanvasEdges(lines, drawnNodesAndEdges.edges) : drawnNodesAndEdges.edges,
        }
      : drawnNodesAndEdges;
  if (now !== drawnNodesAndEdges) setDrawnParts(now);
  const onNodesChange = useCallback<OnNodesChange<GroupNode>>(
    (changes) =>
      setDrawnParts((partsBefore) => ({
        ...partsBefore,
        nodes: applyNodeChanges(changes, partsBefore.nodes),
      })),
    [],
  );
  const onEdgesChange = useCallback<OnEdgesChange>(
    (changes) =>
      setDrawnParts((partsBefore) => ({
        ...partsBefore,
        edges: applyEdgeChanges(changes, partsBefore.edges),
      })),
    [],
  );
  const onNodeDragStop = useCallback(
    (_: unknown, __: GroupNode, movedNodes: GroupNode[]) =>
      editor.edit((flowBefore) =>
        moveGroups(flowBefore, new Map(movedNodes.map(({ id, position }) => [id, position]))),
      ),
    [editor],
  );
  return { nodes: now.nodes, edges: now.edges, onNodesChange, onEdgesChange, onNodeDragStop };
}

/** Handles a dropped block. Puts the block into the group under the pointer, or into a new group. */
function useDropHandlers() {
  const editor = useEditor();
  const { screenToFlowPosition } = useReactFlow();
  return {
    onDragOver(event: DragEvent): void {
      if (blockDragHelpers.isIn(event)) event.preventDefault();
    },
    onDrop(event: DragEvent): void {
      const draggedData = blockDragHelpers.of(event);
      if (!draggedData) return;
      event.preventDefault();
      const target = event.target as HTMLElement;
      const targetGroupId = target.closest<HTMLElement>(".react-flow__node")?.dataset.id;
      const row = target.closest("li")?.querySelector<HTMLElement>("[data-place]");
      const index = row ? Number(row.dataset.place?.split(" ")[1]) : 100;
      const groupId = targetGroupId ?? createPartId();
      const isNewBlock = "type" in draggedData;
      const block = isNewBlock
        ? createBlock(draggedData.type)
        : findBlock(editor.get().flow, draggedData.blockId)?.block;
      if (!block) return;
      const position = screenToFlowPosition({ x: event.clientX, y: event.clientY });
      editor.edit((flow) => {
        const flowWithGroup = targetGroupId ? flow : addGroup(flow, position, [], groupId);
        return isNewBlock
          ? insertBlock(flowWithGroup, groupId, block, index)
          : moveBlock(flowWithGroup, block.id, groupId, index);
      });
      editor.select({ groupId, blockId: block.id }, { pane: "block" });
    },
  };
}

/**
 * The event handlers of lines. Keep the same functions in each render, because the canvas library would draw all lines
 * again for new functions.
 */
function useLineHandlers() {
  const editor = useEditor();
  const { screenToFlowPosition } = useReactFlow();
  const onConnect = useCallback<OnConnect>(
    ({ sourceHandle, target }) => {
      if (sourceHandle)
        editor.edit((flow) => connectExitToGroup(flow, edgeStartOfHandle(sourceHandle), target));
    },
    [editor],
  );
  /**
   * Called when a drawn line is released. On a group, connects the line to the group. On the empty canvas, creates a
   * group for the line. Anywhere else, such as on a pane, discards the line.
   */
  const onConnectEnd = useCallback<OnConnectEnd>(
    (event, { isValid, fromHandle }) => {
      if (isValid || fromHandle?.type !== "source" || !fromHandle.id) return;
      const pointerPosition = "changedTouches" in event ? event.changedTouches[0] : event;
      if (!pointerPosition) return;
      const fromExit = edgeStartOfHandle(fromHandle.id);
      const elementUnderPointer = document.elementFromPoint(pointerPosition.clientX, pointerPosition.clientY);
      if (!elementUnderPointer?.closest(".react-flow")) return;
      const groupIdUnderPointer = elementUnderPointer.closest<HTMLElement>(".react-flow__node")?.dataset.id;
      if (groupIdUnderPointer !== undefined) {
        editor.edit((flow) => connectExitToGroup(flow, fromExit, groupIdUnderPointer));
        return;
      }
      const groupId = createPartId();
      const position = screenToFlowPosition({ x: pointerPosition.clientX, y: pointerPosition.clientY - 22 });
      editor.edit((flow) => connectExitToGroup(addGroup(flow, position, [], groupId), fromExit, groupId));
      editor.select({ groupId, blockId: null }, { pane: "add", scrollIntoView: true });
    },
    [editor, screenToFlowPosition],
  );
  return { onConnect, onConnectEnd };
}

/** The canvas of a story. Lines connect groups of blocks. */
export const StoryCanvas = () => (
  <CanvasRowValuesProvider>
    <CanvasWithStory />
  </CanvasRowValuesProvider>
);

function CanvasWithStory() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { canEdit } = useBuilder();
  const drawnNodesAndLines = useDrawnNodesAndLines();
  const lines = useLineHandlers();
  const dropHandlers = useDropHandlers();
  const onKeyDown = useCanvasKeyHandler(drawnNodesAndLines.nodes, drawnNodesAndLines.edges);
  const sectionRef = useRef<HTMLElement>(null);
  useNoopWheelListener();
  const showInitialView = useShowInitialViewFunction();
  const isZoomedFarOut = useStore(({ transform: [, , zoom] }) => zoom < minimumReadableZoom);
  // Focus the canvas, so that the Delete key deletes the clicked line.
  const onEdgeClick = useCallback(() => sectionRef.current?.focus({ preventScroll: true }), []);
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
      ref={sectionRef}
      className={canvasStyles.canvas}
      aria-label={t("canvas")}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      {...dropHandlers}
    >
      <UnreadableZoomContext value={isZoomedFarOut}>
        <ReactFlow
          {...drawnNodesAndLines}
          {...lines}
          nodeTypes={nodeTypes}
          onEdgeClick={onEdgeClick}
          onPaneClick={onPaneClick}
          nodesDraggable={canEdit}
          nodesConnectable={canEdit}
          nodesFocusable={false}
          edgesFocusable={false}
          // Zoom with the wheel without a key. If a key were set, each press of that key would add the library's wheel
          // listener again, and the browser would paint all groups again.
          zoomActivationKeyCode={null}
          disableKeyboardA11y
          deleteKeyCode={null}
          onlyRenderVisibleElements
          minZoom={0.1}
          maxZoom={1.5}
          onInit={showInitialView}
          proOptions={hideAttributionOptions}
          ariaLabelConfig={names}
        >
          <ScrollToSelection />
          <CanvasNavigationControls />
          {canEdit && <ColleaguesOnCanvas />}
        </ReactFlow>
      </UnreadableZoomContext>
    </section>
  );
}
