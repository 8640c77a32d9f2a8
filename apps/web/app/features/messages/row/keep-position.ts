import { createContext } from "react";

/** Provides a function that tells the list to keep a row at its position while the row's height changes. */
export const KeepPositionContext = createContext<(row: Element) => void>(() => undefined);
