import { createContext } from "react";

/** Below this zoom, texts are too small to read, and the canvas draws bars instead of blocks. */
export const readableZoom = 0.4;

/** Whether the canvas is zoomed out so far that nobody can read its texts. */
export const FarContext = createContext(false);
