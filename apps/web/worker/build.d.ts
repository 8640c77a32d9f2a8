/** The build inserts these values into the service worker: see vite/service-worker.ts. */
declare const __BUILD__: {
  readonly id: string;
  readonly files: readonly string[];
  readonly routePatterns: readonly string[];
};
