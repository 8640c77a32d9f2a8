import { Panel, useReactFlow, useStore } from "@xyflow/react";
import { memo, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useAfterPaint } from "../../kit/use-after-paint.ts";
import styles from "./canvas-map.module.css";
import { computeCoveredWidth } from "./canvas-view.tsx";
import type { GroupGeometry } from "./drawing.ts";
import { useEditor, useStoryDrawing } from "./editor.ts";
import { groupWidthPx } from "./geometry.ts";

// This map replaces the map of the canvas library, which runs code for every group at each change of the canvas. This
// map draws all groups as one shape.

/** The size of the map in pixels. The zoom buttons are in the map's left margin. */
const mapSizePx = { width: 160, height: 112 };
const mapStyle = { ...mapSizePx, marginLeft: 63 };
/**
 * The wheel's zoom speed on the map: each pixel multiplies the zoom by 2 to the power of this number. The canvas has
 * the same speed.
 */
const zoomPerPixel = 0.002;

/** A rectangle on the canvas, in pixels of the canvas before zooming. */
interface MapRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const unionOfRectangles = (a: MapRectangle, b: MapRectangle): MapRectangle => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

const rectangleOfGroup = ({ x, y, shape }: GroupGeometry): MapRectangle => ({
  left: x,
  top: y,
  right: x + groupWidthPx,
  bottom: y + shape.height,
});

const svgPathOfRectangle = ({ left, top, right, bottom }: MapRectangle) =>
  `M${left} ${top}H${right}V${bottom}H${left}z`;

/** Enlarges a rectangle to the proportions of the small map, with a margin of five pixels on the map. */
function fitToMap({ left, top, right, bottom }: MapRectangle) {
  const scale = Math.max((right - left) / (mapSizePx.width - 10), (bottom - top) / (mapSizePx.height - 10));
  const [width, height] = [mapSizePx.width * scale, mapSizePx.height * scale];
  const mapViewBox = { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
  return { ...mapViewBox, scale };
}

/** Returns the part of the canvas that is visible in the window. */
function useVisibleRectangle(): MapRectangle {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
}

/**
 * A small map of the whole story. It marks the visible part of the canvas. A press or a drag on the map shows another
 * part of the story, and the wheel zooms.
 */
export const CanvasMap = memo(function CanvasMap() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { getZoom, setCenter, zoomTo } = useReactFlow();
  const groupPlaces = useAfterPaint(useStoryDrawing((drawing) => drawing.geometries));
  const groups = useMemo(() => groupPlaces.map(rectangleOfGroup), [groupPlaces]);
  const groupsPath = useMemo(() => groups.map(svgPathOfRectangle).join(""), [groups]);
  const visibleRectangle = useVisibleRectangle();
  /** Freeze the map's section of the canvas during a drag, because the map would otherwise move under the pointer. */
  const [rectangleDuringDrag, setRectangleDuringDrag] = useState<ReturnType<typeof fitToMap> | null>(null);
  const drawnRectangle = rectangleDuringDrag ?? fitToMap(groups.reduce(unionOfRectangles, visibleRectangle));
  const { x, y, width, height } = drawnRectangle;

  function moveViewTo({ nativeEvent: { offsetX, offsetY } }: PointerEvent): void {
    const zoom = getZoom();
    const halfCoveredWidth = computeCoveredWidth(editor.get()) / 2 / zoom;
    void setCenter(
      x + offsetX * drawnRectangle.scale + halfCoveredWidth,
      y + offsetY * drawnRectangle.scale,
      { zoom },
    );
  }

  const mapElement = useRef<SVGSVGElement>(null);
  // Add the listener without React. React's wheel listeners are passive, so they cannot prevent the browser from
  // zooming the page.
  useEffect(() => {
    const element = mapElement.current;
    const zoomByWheel = (event: WheelEvent) => {
      event.preventDefault();
      void zoomTo(getZoom() * 2 ** (-event.deltaY * zoomPerPixel));
    };
    element?.addEventListener("wheel", zoomByWheel, { passive: false });
    return () => element?.removeEventListener("wheel", zoomByWheel);
  }, [getZoom, zoomTo]);

  return (
    <Panel position="bottom-left" className={styles.map ?? ""} style={mapStyle}>
      <svg
        ref={mapElement}
        {...mapSizePx}
        viewBox={`${x} ${y} ${width} ${height}`}
        role="img"
        aria-label={t("map")}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setRectangleDuringDrag(drawnRectangle);
          moveViewTo(event);
        }}
        onPointerMove={(event) => {
          if (rectangleDuringDrag) moveViewTo(event);
        }}
        onPointerUp={() => setRectangleDuringDrag(null)}
        onPointerCancel={() => setRectangleDuringDrag(null)}
      >
        <path className={styles.groups} d={groupsPath} />
        <path
          className={styles.hidden}
          fillRule="evenodd"
          d={`M${x} ${y}h${width}v${height}h${-width}z${svgPathOfRectangle(visibleRectangle)}`}
        />
      </svg>
    </Panel>
  );
});
