import { createContext } from "react";

/** Below this zoom, the texts on the canvas are too small to read, so the canvas draws bars instead of blocks. */
export const readableZoom = 0.4;

/** Whether the canvas is zoomed out so far that its texts cannot be read. */
export const UnreadableZoomContext = createContext(false);
