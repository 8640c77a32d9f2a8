const name = "push";

/** Whether this device is told by push messages, so that the page need not tell it as well. `change` remembers it. */
export function tellsByPush(change?: boolean): boolean {
  try {
    if (change === true) localStorage.setItem(name, "on");
    if (change === false) localStorage.removeItem(name);
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}
