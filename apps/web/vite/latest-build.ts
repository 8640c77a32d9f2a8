import { randomUUID } from "node:crypto";
import type { Plugin } from "vite";

/** Leaves the build's id in `latest-build.json`, and in the code as `import.meta.env.BUILD_ID`: a page can tell that it is old. */
export function latestBuild(): Plugin {
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
