/** A list of functions that are called with each event, in the order in which they were added. */
export interface Listeners<Event> {
  /** Adds a listener. Call the returned function to remove it. */
  readonly add: (listener: (event: Event) => void) => () => void;
  readonly notify: (event: Event) => void;
}

export function createListeners<Event = void>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(event) {
      for (const listener of listeners) listener(event);
    },
  };
}

/** Listeners for keys, such as the id of a person. An event calls only the listeners of its key. */
export interface KeyedListeners<Event> {
  readonly add: (key: string, listener: (event: Event) => void) => () => void;
  readonly notify: (key: string, event: Event) => void;
  /** Whether any listener is registered for this key. */
  readonly has: (key: string) => boolean;
}

export function createKeyedListeners<Event = void>(): KeyedListeners<Event> {
  const setsByKey = new Map<string, Set<(event: Event) => void>>();
  return {
    add(key, listener) {
      const listeners = setsByKey.get(key) ?? new Set();
      setsByKey.set(key, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        // Remove the key if its set of listeners is empty, so that the map does not grow. The key may have a new set in
        // the meantime, which must stay.
        if (listeners.size === 0 && setsByKey.get(key) === listeners) setsByKey.delete(key);
      };
    },
    notify(key, event) {
      for (const listener of setsByKey.get(key) ?? []) listener(event);
    },
    has: (key) => setsByKey.has(key),
  };
}
