import { Controls, MiniMap, useReactFlow } from "@xyflow/react";
import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import canvasStyles from "./canvas.module.css";
import { CanvasDots } from "./canvas-dots.tsx";
import { coveredWidth, fitOptions } from "./canvas-view.tsx";
import { useEditor, useEditorState } from "./editor.ts";

/**
 * The library draws the map for this size. A size that only the stylesheet knew would cut the story off. The margin is
 * the width of the buttons of the view and of their own margin.
 */
const mapSize = { width: 160, height: 112, marginLeft: 63 };

/** The dots behind the groups, the buttons of the view and the map. They are on the left, where no pane covers them. */
export const CanvasTools = memo(function CanvasTools() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { getZoom, setCenter } = useReactFlow();
  return (
    <>
      <CanvasDots />
      <ViewButtons />
      <MiniMap
        pannable
        zoomable
        position="bottom-left"
        className={canvasStyles.map ?? ""}
        style={mapSize}
        ariaLabel={t("map")}
        onClick={(_, { x, y }) => {
          const zoom = getZoom();
          void setCenter(x + coveredWidth(editor.get()) / 2 / zoom, y, { zoom });
        }}
      />
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
