/** Calls `callback` after the browser has painted the next frame. The returned function cancels this. */
export function runAfterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frameId = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frameId);
    clearTimeout(timer);
  };
}
