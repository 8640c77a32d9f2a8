/** A key-value storage in the browser. */
export interface TextStorage {
  readonly read: (name: string) => string | null;
  /** Stores a value. Null removes the key. */
  readonly write: (name: string, text: string | null) => void;
  /** Returns the keys that begin with `prefix`. */
  readonly findNames: (prefix: string) => string[];
}

/** Creates a storage that never throws, even if the browser has no storage, forbids its use, or has no space left. */
function createSafeStorage(storage: () => Storage): TextStorage {
  function attempt<T>(operation: () => T, fallback: T): T {
    try {
      return operation();
    } catch {
      return fallback;
    }
  }
  return {
    read: (name) => attempt(() => storage().getItem(name), null),
    write: (name, text) =>
      attempt(() => (text === null ? storage().removeItem(name) : storage().setItem(name, text)), undefined),
    findNames: (prefix) =>
      attempt(() => Object.keys(storage()).filter((name) => name.startsWith(prefix)), []),
  };
}

/** A storage that all tabs share. Values stay until they are removed. */
export const deviceStorage = createSafeStorage(() => localStorage);
/** A storage of this tab alone. Values stay until the tab is closed. */
export const tabStorage = createSafeStorage(() => sessionStorage);
