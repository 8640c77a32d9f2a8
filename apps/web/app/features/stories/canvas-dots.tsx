import { useStore } from "@xyflow/react";
import { use } from "react";
import canvasStyles from "./canvas.module.css";
import { UnreadableZoomContext } from "./far.ts";

/** The distance in pixels between two dots of the canvas, before zooming. */
const dotGapPx = 20;

/**
 * The dots in the background of the canvas. They replace the dots of the canvas library, an SVG pattern with which
 * Chromium paints the whole window again at each typed letter. If the canvas is zoomed far out, there are no dots,
 * because they would be too small and too many.
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
        // Fade the edge of each dot over one pixel. With a hard edge, a small dot could be invisible.
        backgroundImage: `radial-gradient(circle, var(--line-strong) ${dotRadiusPx - 0.5}px, transparent ${dotRadiusPx + 0.5}px)`,
        backgroundPosition: dotPosition,
        backgroundSize: `${size} ${size}`,
      }}
    />
  );
}
