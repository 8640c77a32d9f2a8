const fields = "input[type=file]";

/**
 * A file dropped where nothing takes it would be opened in the place of the page, with all that is being written there;
 * until the function returned is called it is refused instead.
 */
export function preventStrayDrops(): () => void {
  const refuse = (event: DragEvent) => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || !dataTransfer?.types.includes("Files")) return;
    if (target instanceof Element && target.matches(fields)) return;
    event.preventDefault();
    dataTransfer.dropEffect = "none";
  };
  const given = new AbortController();
  for (const type of ["dragover", "drop"] as const) addEventListener(type, refuse, { signal: given.signal });
  return () => given.abort();
}
