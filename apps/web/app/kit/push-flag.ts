import { deviceStorage } from "./storage.ts";

const pushKey = "push";

/**
 * Whether this device receives push messages. If so, the page shows no desktop notifications itself. `change` stores a
 * new value.
 */
export function receivesPush(change?: boolean): boolean {
  if (change !== undefined) deviceStorage.write(pushKey, change ? "on" : null);
  return deviceStorage.read(pushKey) !== null;
}
