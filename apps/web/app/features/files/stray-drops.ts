const fileInputs = "input[type=file]";

/**
 * Prevents the browser from opening a file that was dropped outside of a drop target, because the file would replace
 * the page. Returns a function that restores the browser's behaviour.
 */
export function preventDropsOutsideTargets(): () => void {
  const preventDrop = (event: DragEvent) => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || !dataTransfer?.types.includes("Files")) return;
    if (target instanceof Element && target.matches(fileInputs)) return;
    event.preventDefault();
    dataTransfer.dropEffect = "none";
  };
  const abortController = new AbortController();
  for (const type of ["dragover", "drop"] as const)
    addEventListener(type, preventDrop, { signal: abortController.signal });
  return () => abortController.abort();
}
