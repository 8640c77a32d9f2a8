import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { compressFiles } from "./vite/compress.ts";

export default {
  ssr: true,
  // The workspace's routes are few and known: one manifest, no request while somebody navigates.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => compressFiles(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
