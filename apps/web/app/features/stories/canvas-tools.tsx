import { Controls } from "@xyflow/react";
import { memo, useMemo } from "react";
import canvasStyles from "./canvas.module.css";
import { CanvasDots } from "./canvas-dots.tsx";
import { CanvasMap } from "./canvas-map.tsx";
import { computeCoveredWidth, createFitViewOptions } from "./canvas-view.tsx";
import { useEditorState } from "./editor.ts";

/**
 * The dots in the background of the canvas, the zoom buttons and the small map. The buttons and the map are on the
 * left, where no pane covers them.
 */
export const CanvasNavigationControls = memo(function CanvasTools() {
  return (
    <>
      <CanvasDots />
      <ZoomButtons />
      <CanvasMap />
    </>
  );
});

/** The zoom buttons. They are a component of their own, because they change when a pane opens and the map does not. */
function ZoomButtons() {
  const coveredPx = useEditorState(computeCoveredWidth);
  const options = useMemo(() => createFitViewOptions(coveredPx), [coveredPx]);
  return (
    <Controls showInteractive={false} className={canvasStyles.controls ?? ""} fitViewOptions={options} />
  );
}
