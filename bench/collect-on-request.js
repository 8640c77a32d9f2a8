// Preloaded into the server while a bench measures its memory: collects garbage when the bench sends a message.
process.on("message", () => {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  process.send?.("collected");
});
process.channel?.unref();
