import { deviceStorage } from "./storage.ts";

const pushStorageKey = "push";

/**
 * Whether this device receives push messages. If so, the page shows no desktop notifications itself. `change` stores a
 * new value.
 */
export function readOrStorePushFlag(change?: boolean): boolean {
  if (change !== undefined) deviceStorage.write(pushStorageKey, change ? "on" : null);
  return deviceStorage.read(pushStorageKey) !== null;
}
