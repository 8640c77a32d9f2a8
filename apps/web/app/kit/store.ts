import { useSyncExternalStore } from "react";
import { createListeners } from "./listeners.ts";

/** A value outside React that components can subscribe to. */
export interface ValueStore<T> {
  readonly get: () => T;
  readonly set: (newValue: T) => void;
  /** Calls `listener` after each change. The returned function removes the listener. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createValueStore<T>(initialValue: T): ValueStore<T> {
  let value = initialValue;
  const listeners = createListeners();
  return {
    get: () => value,
    set(newValue) {
      if (Object.is(newValue, value)) return;
      value = newValue;
      listeners.notify();
    },
    subscribe: listeners.add,
  };
}

/** Returns the store's value and re-renders the component when it changes. */
export const useStoreValue = <T>({ subscribe, get }: ValueStore<T>): T =>
  useSyncExternalStore(subscribe, get, get);
