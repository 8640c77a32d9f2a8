import { createContext } from "react";

/** Whether the canvas is so far away that nobody can read its texts. */
export const FarContext = createContext(false);
