import { createContext } from "react";

/** Tells the list to keep a row at its position while its height changes. */
export const KeepPositionContext = createContext<(row: Element) => void>(() => undefined);
