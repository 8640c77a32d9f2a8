import { Controls } from "@xyflow/react";
import { memo, useMemo } from "react";
import canvasStyles from "./canvas.module.css";
import { CanvasDots } from "./canvas-dots.tsx";
import { CanvasMap } from "./canvas-map.tsx";
import { coveredWidth, fitOptions } from "./canvas-view.tsx";
import { useEditorState } from "./editor.ts";

/** The dots behind the groups, the buttons of the view and the map. They are on the left, where no pane covers them. */
export const CanvasTools = memo(function CanvasTools() {
  return (
    <>
      <CanvasDots />
      <ViewButtons />
      <CanvasMap />
    </>
  );
});

/** A component of its own, so that a pane that opens does not draw the map again. */
function ViewButtons() {
  const covered = useEditorState(coveredWidth);
  const options = useMemo(() => fitOptions(covered), [covered]);
  return (
    <Controls showInteractive={false} className={canvasStyles.controls ?? ""} fitViewOptions={options} />
  );
}
