import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { compressFiles } from "./vite/compress.ts";
import { buildPanel } from "./vite/panel.ts";
import { buildServiceWorker } from "./vite/service-worker.ts";

export default {
  ssr: true,
  // Put all routes of the workspace into React Router's first manifest (its list of routes), because there are only a
  // few. Then opening another page needs no request for its route.
  routeDiscovery: { mode: "initial" },
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, "client");
    await buildServiceWorker(client);
    await buildPanel(client);
    await compressFiles(client);
  },
} satisfies Config;
