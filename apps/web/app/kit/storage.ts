/** Texts by their names, kept by the browser. */
export interface TextStorage {
  readonly read: (name: string) => string | null;
  /** Null removes it. */
  readonly write: (name: string, text: string | null) => void;
  /** The names that begin with `prefix`. */
  readonly names: (prefix: string) => string[];
}

/** A browser may have no storage, forbid it, or have a full one: then nothing is kept, and nothing fails. */
function safely(storage: () => Storage): TextStorage {
  function attempt<T>(act: () => T, otherwise: T): T {
    try {
      return act();
    } catch {
      return otherwise;
    }
  }
  return {
    read: (name) => attempt(() => storage().getItem(name), null),
    write: (name, text) =>
      attempt(() => (text === null ? storage().removeItem(name) : storage().setItem(name, text)), undefined),
    names: (prefix) => attempt(() => Object.keys(storage()).filter((name) => name.startsWith(prefix)), []),
  };
}

/** Kept until somebody removes it, for all tabs. */
export const deviceStorage = safely(() => localStorage);
/** Kept until the tab closes, for it alone. */
export const tabStorage = safely(() => sessionStorage);
