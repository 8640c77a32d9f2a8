import { useStore } from "@xyflow/react";
import { use } from "react";
import canvasStyles from "./canvas.module.css";
import { UnreadableZoomContext } from "./far.ts";

/** The distance in pixels between two dots of the canvas, before zooming. */
const dotGapPx = 20;

/**
 * The dots in the background of the canvas. The canvas library draws its own dots as an SVG pattern, and Chromium then
 * paints the whole window again at each typed letter. These dots are hidden when the canvas is zoomed far out, where
 * they would be too small and too many.
 */
export function CanvasDots() {
  const isFar = use(UnreadableZoomContext);
  const zoom = useStore(({ transform }) => transform[2]);
  const dotPosition = useStore(({ transform: [x, y, scale] }) => `${x + scale / 2}px ${y + scale / 2}px`);
  const size = `${dotGapPx * zoom}px`;
  const radius = zoom / 2;
  if (isFar) return null;
  return (
    <div
      className={canvasStyles.dots}
      style={{
        // Fade the edge of each dot over one pixel. With a hard edge, a small dot could be invisible.
        backgroundImage: `radial-gradient(circle, var(--line-strong) ${radius - 0.5}px, transparent ${radius + 0.5}px)`,
        backgroundPosition: dotPosition,
        backgroundSize: `${size} ${size}`,
      }}
    />
  );
}
