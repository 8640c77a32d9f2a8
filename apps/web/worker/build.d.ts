/** Inserted when the service worker is built: see vite/service-worker.ts. */
declare const __BUILD__: {
  readonly id: string;
  readonly files: readonly string[];
  readonly pages: readonly string[];
};
