import { createContext } from "react";

/** Below this zoom, texts are hard to read: bars stand for them. */
export const readableZoom = 0.4;

/** Whether the canvas is so far away that nobody can read its texts. */
export const FarContext = createContext(false);
