import { createContext } from "react";

/** Below this zoom, texts on the canvas are unreadable, so the canvas draws bars instead of blocks. */
export const minimumReadableZoom = 0.4;

/** Whether the canvas is zoomed out so far that its texts cannot be read. */
export const UnreadableZoomContext = createContext(false);
