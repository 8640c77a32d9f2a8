import { posix } from "node:path";

/**
 * Where a file belongs: its zone, and inside an app also its layer or feature. This decides what the file may import.
 */
export type ModuleLocation =
  | { zone: "contract"; isTest: boolean }
  | { zone: AppName; layer: "kit" | "composition"; isTest: boolean }
  | { zone: AppName; layer: "feature"; feature: string; isTest: boolean }
  | { zone: "tools"; isTest: boolean };

export type AppName = "server" | "web";

const CONTRACT_FOLDER = "packages/contract/src/";
export const SOURCE_FOLDERS: Record<AppName, string> = { server: "apps/server/src/", web: "apps/web/app/" };

/** The folders of the web app that the layers kit, features and routes may all import. */
const SHARED_FOLDERS = new Set(["kit", "i18n"]);

/** @param path relative to the checkout, with forward slashes */
export function findModuleLocation(path: string): ModuleLocation {
  const isTestFile = /\.test\.tsx?$/.test(path) || /\/test\//.test(path);
  if (path.startsWith(CONTRACT_FOLDER)) return { zone: "contract", isTest: isTestFile };
  for (const app of ["server", "web"] as const) {
    const sourceFolder = SOURCE_FOLDERS[app];
    if (!path.startsWith(`apps/${app}/`)) continue;
    const [folder, name, ...otherParts] = path.startsWith(sourceFolder)
      ? path.slice(sourceFolder.length).split("/")
      : [];
    if (folder && SHARED_FOLDERS.has(folder)) return { zone: app, layer: "kit", isTest: isTestFile };
    if (folder === "features" && name && otherParts.length > 0)
      return { zone: app, layer: "feature", feature: name, isTest: isTestFile };
    return { zone: app, layer: "composition", isTest: isTestFile };
  }
  return { zone: "tools", isTest: isTestFile };
}

/** Returns the imported file's path, relative to the checkout. Undefined if the import is a package. */
export function resolveImportPath(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return posix.normalize(posix.join(posix.dirname(from), specifier));
  const contractModule = /^@kakehashi\/contract\/(.+)$/.exec(specifier)?.[1];
  return contractModule && `${CONTRACT_FOLDER}${contractModule}.ts`;
}
