// Preloaded into the server by a bench. For each message from the bench, it collects garbage and returns how many bytes
// are then in use: the heap, and the buffers outside of it.
process.on("message", () => {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.channel?.unref();
