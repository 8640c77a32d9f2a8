import { randomUUID } from "node:crypto";
import type { Plugin } from "vite";

/**
 * Writes the build's id to `latest-build.json` and to `import.meta.env.BUILD_ID`. By comparing the two, an open page
 * finds out that its build is outdated.
 */
export function createLatestBuildPlugin(): Plugin {
  const id = randomUUID();
  return {
    name: "latest-build",
    config: () => ({ define: { "import.meta.env.BUILD_ID": JSON.stringify(id) } }),
    generateBundle() {
      if (this.environment.name !== "client") return;
      this.emitFile({ type: "asset", fileName: "latest-build.json", source: JSON.stringify({ id }) });
    },
  };
}
