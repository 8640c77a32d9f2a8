import { deviceStorage } from "./storage.ts";

const name = "push";

/** Whether this device is told by push messages, so that the page need not tell it as well. `change` remembers it. */
export function tellsByPush(change?: boolean): boolean {
  if (change !== undefined) deviceStorage.write(name, change ? "on" : null);
  return deviceStorage.read(name) !== null;
}
