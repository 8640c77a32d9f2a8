import { Panel, useReactFlow, useStore } from "@xyflow/react";
import { memo, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAfterPaint } from "../../kit/use-after-paint.ts";
import styles from "./canvas-map.module.css";
import { coveredWidth } from "./canvas-view.tsx";
import type { GroupPlace } from "./drawing.ts";
import { useDrawing, useEditor } from "./editor.ts";
import { groupWidth } from "./geometry.ts";

// The library's own map has a subscription for each group. All of them run at each change of the canvas, also for groups
// that are out of sight. This one draws all groups as one shape.

/** Pixels of the map. The margin on the left is the width of the buttons of the view and of their own margin. */
const size = { width: 160, height: 112 };
const style = { ...size, marginLeft: 63 };
/** How much each pixel of the wheel zooms, as a power of two. The same as on the canvas. */
const zoomPerPixel = 0.002;

/** A part of the canvas, in its own pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const unite = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

const boxOf = ({ x, y, shape }: GroupPlace): Box => ({
  left: x,
  top: y,
  right: x + groupWidth,
  bottom: y + shape.height,
});

const pathOf = ({ left, top, right, bottom }: Box) => `M${left} ${top}H${right}V${bottom}H${left}z`;

/** Enlarges a box to the form of the map, with a margin of five of the map's pixels. */
function fitToMap({ left, top, right, bottom }: Box) {
  const scale = Math.max((right - left) / (size.width - 10), (bottom - top) / (size.height - 10));
  const [width, height] = [size.width * scale, size.height * scale];
  const box = { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
  return { ...box, scale };
}

/** The part of the canvas that the window shows. */
function useShownBox(): Box {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
}

/** The whole story in small, and which part of it is in sight. A press or a drag shows another part, the wheel zooms. */
export const CanvasMap = memo(function CanvasMap() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { getZoom, setCenter, zoomTo } = useReactFlow();
  const positions = useAfterPaint(useDrawing((drawing) => drawing.positions));
  const groups = useMemo(() => positions.map(boxOf), [positions]);
  const groupsPath = useMemo(() => groups.map(pathOf).join(""), [groups]);
  const shown = useShownBox();
  /** The drawn part stays the same during a drag. Otherwise the map would move away under the pointer. */
  const [dragged, setDragged] = useState<ReturnType<typeof fitToMap> | null>(null);
  const drawn = dragged ?? fitToMap(groups.reduce(unite, shown));
  const { x, y, width, height } = drawn;

  function show({ nativeEvent: { offsetX, offsetY } }: PointerEvent): void {
    const zoom = getZoom();
    const covered = coveredWidth(editor.get()) / 2 / zoom;
    void setCenter(x + offsetX * drawn.scale + covered, y + offsetY * drawn.scale, { zoom });
  }

  const map = useRef<SVGSVGElement>(null);
  // React listens to the wheel without a way to prevent that the page zooms.
  useEffect(() => {
    const element = map.current;
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      void zoomTo(getZoom() * 2 ** (-event.deltaY * zoomPerPixel));
    };
    element?.addEventListener("wheel", zoom, { passive: false });
    return () => element?.removeEventListener("wheel", zoom);
  }, [getZoom, zoomTo]);

  return (
    <Panel position="bottom-left" className={styles.map ?? ""} style={style}>
      <svg
        ref={map}
        {...size}
        viewBox={`${x} ${y} ${width} ${height}`}
        role="img"
        aria-label={t("map")}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(drawn);
          show(event);
        }}
        onPointerMove={(event) => {
          if (dragged) show(event);
        }}
        onPointerUp={() => setDragged(null)}
        onPointerCancel={() => setDragged(null)}
      >
        <path className={styles.groups} d={groupsPath} />
        <path
          className={styles.hidden}
          fillRule="evenodd"
          d={`M${x} ${y}h${width}v${height}h${-width}z${pathOf(shown)}`}
        />
      </svg>
    </Panel>
  );
});
