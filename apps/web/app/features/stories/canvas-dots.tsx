import { useStore } from "@xyflow/react";
import { use } from "react";
import canvasStyles from "./canvas.module.css";
import { FarContext } from "./far.ts";

/** Pixels between two dots of the canvas, before its zoom. */
const gap = 20;

/**
 * The dots behind the groups. The library's own are an SVG pattern, and for that Chromium paints the whole window anew
 * whenever anything on the page is laid out: at each typed letter. From far away they would be too small and too many.
 */
export function CanvasDots() {
  const isFar = use(FarContext);
  const zoom = useStore(({ transform }) => transform[2]);
  const place = useStore(({ transform: [x, y, scale] }) => `${x + scale / 2}px ${y + scale / 2}px`);
  const size = `${gap * zoom}px`;
  const radius = zoom / 2;
  if (isFar) return null;
  return (
    <div
      className={canvasStyles.dots}
      style={{
        // A soft edge of one pixel: half a dot is not visible otherwise.
        backgroundImage: `radial-gradient(circle, var(--line-strong) ${radius - 0.5}px, transparent ${radius + 0.5}px)`,
        backgroundPosition: place,
        backgroundSize: `${size} ${size}`,
      }}
    />
  );
}
