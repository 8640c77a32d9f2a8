/**
 * The stores of the browser's database, with the name of each store's key field. To add a store, increase the version
 * number.
 */
const storeKeyPaths = { outbox: "client_id", kept: "key", uploads: "key" } as const;
const databaseVersion = 3;
export type StoreName = keyof typeof storeKeyPaths;

let databasePromise: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  databasePromise ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("kakehashi", databaseVersion);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(storeKeyPaths)) {
        if (!request.result.objectStoreNames.contains(name))
          request.result.createObjectStore(name, { keyPath });
      }
    };
    request.onsuccess = () => {
      // Close the database when another tab wants to upgrade it.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("The browser's database is held by another tab"));
  });
  return databasePromise;
}

async function runRequest<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  operation: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await openDatabase()).transaction(name, mode);
  const request = operation(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** The browser's database. Each method rejects if the database is full or missing, as in some private windows. */
export const offlineDatabase = {
  put: (name: StoreName, value: object) => runRequest(name, "readwrite", (store) => store.put(value)),
  remove: (name: StoreName, key: string) => runRequest(name, "readwrite", (store) => store.delete(key)),
  get: <T>(name: StoreName, key: string) =>
    runRequest<T | undefined>(name, "readonly", (store) => store.get(key)),
  all: <T>(name: StoreName) => runRequest<T[]>(name, "readonly", (store) => store.getAll()),
  /** Returns all keys of a store, without reading the values. */
  keys: (name: StoreName) => runRequest(name, "readonly", (store) => store.getAllKeys()),
  clear: (name: StoreName) => runRequest(name, "readwrite", (store) => store.clear()),
};
