const fileInputs = "input[type=file]";

/**
 * Prevents the browser from opening a file that was dropped outside of a drop target. The file would replace the page.
 * The effect ends when the returned function is called.
 */
export function preventDropsOutsideTargets(): () => void {
  const preventDrop = (event: DragEvent) => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || !dataTransfer?.types.includes("Files")) return;
    if (target instanceof Element && target.matches(fileInputs)) return;
    event.preventDefault();
    dataTransfer.dropEffect = "none";
  };
  const abort = new AbortController();
  for (const type of ["dragover", "drop"] as const)
    addEventListener(type, preventDrop, { signal: abort.signal });
  return () => abort.abort();
}
