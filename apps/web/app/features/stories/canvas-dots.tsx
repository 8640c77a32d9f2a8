import { useStore } from "@xyflow/react";
import { use } from "react";
import canvasStyles from "./canvas.module.css";
import { UnreadableZoomContext } from "./far.ts";

/** The distance in pixels between two dots of the canvas, before zooming. */
const dotGapPx = 20;

/**
 * The dots in the background of the canvas. The canvas library would draw them as an SVG pattern, but then Chromium
 * paints the whole window again at each typed letter. Far zoomed out, there are no dots.
 */
export function CanvasDots() {
  const isZoomUnreadable = use(UnreadableZoomContext);
  const zoom = useStore(({ transform }) => transform[2]);
  const dotPosition = useStore(({ transform: [x, y, scale] }) => `${x + scale / 2}px ${y + scale / 2}px`);
  const size = `${dotGapPx * zoom}px`;
  const dotRadiusPx = zoom / 2;
  if (isZoomUnreadable) return null;
  return (
    <div
      className={canvasStyles.dots}
      style={{
        // Fade each dot's edge over one pixel, because a small dot with a hard edge could be invisible.
        backgroundImage: `radial-gradient(circle, var(--line-strong) ${dotRadiusPx - 0.5}px, transparent ${dotRadiusPx + 0.5}px)`,
        backgroundPosition: dotPosition,
        backgroundSize: `${size} ${size}`,
      }}
    />
  );
}
