import {
  type AppName,
  findModuleLocation,
  type ModuleLocation,
  resolveImportPath,
  SOURCE_FOLDERS,
} from "./places.ts";

/**
 * The order of the features in the server and in the web app. A feature may import only features that come before it.
 */
export type ZoneConfig = { featureDependencyOrder: Record<AppName, readonly string[]> };

/** Returns why no file may have this path. Undefined if the path is allowed. */
export function checkModuleLocation(
  path: string,
  { featureDependencyOrder }: ZoneConfig,
): string | undefined {
  if (/(^|\/)index\.[jt]sx?$/.test(path)) return "no barrel files: import from the file that has it";
  const importer = findModuleLocation(path);
  if ("feature" in importer && !featureDependencyOrder[importer.zone].includes(importer.feature)) {
    return `the feature "${importer.feature}" is not in ${SOURCE_FOLDERS[importer.zone]}features/order.ts`;
  }
  return undefined;
}

/** Returns why the first file may not import the second. Undefined if the import is allowed. */
export function checkImport(path: string, specifier: string, zoneConfig: ZoneConfig): string | undefined {
  const importerLocation = findModuleLocation(path);
  if (importerLocation.zone === "tools") return undefined;
  const target = resolveImportPath(path, specifier);
  if (target === undefined) return checkPackageImport(importerLocation, specifier);
  // React Router generates a file with types for each route. Routes may import this file.
  if (importerLocation.zone === "web" && /(^|\/)\+types\//.test(target)) return undefined;
  const to = findModuleLocation(target);
  if (to.zone === "tools") return "apps and packages do not import from outside themselves";
  if (to.zone === "contract" && importerLocation.zone !== "contract") {
    return specifier.startsWith(".")
      ? "the contract is imported by its name, @kakehashi/contract/…"
      : undefined;
  }
  if (importerLocation.zone !== to.zone) {
    return importerLocation.zone === "contract"
      ? "the contract knows neither server nor web"
      : `${importerLocation.zone} and ${to.zone} never import each other, only the contract`;
  }
  if (importerLocation.isTest) return undefined;
  if (to.isTest) return "only tests import tests";
  return checkLayerOrder(importerLocation, to, target, zoneConfig) ?? checkFolderOrder(path, target);
}

function checkPackageImport(from: ModuleLocation, specifier: string): string | undefined {
  if (from.zone === "contract" && !from.isTest && !/^zod(\/|$)/.test(specifier))
    return "the contract imports zod alone";
  return undefined;
}

function checkLayerOrder(
  fromPlace: ModuleLocation,
  targetLocation: ModuleLocation,
  target: string,
  { featureDependencyOrder }: ZoneConfig,
): string | undefined {
  if (!("layer" in fromPlace && "layer" in targetLocation)) return undefined;
  if (fromPlace.layer === "kit" && targetLocation.layer !== "kit")
    return "kit knows neither features nor composition";
  if (fromPlace.layer !== "feature") return undefined;
  if (targetLocation.layer === "composition") {
    // The composition includes `order.ts`, the order of the features. Only this check reads that file, so a feature
    // must not import it.
    return "features know kit and earlier features, not composition";
  }
  if (targetLocation.layer !== "feature" || targetLocation.feature === fromPlace.feature) return undefined;
  const order = featureDependencyOrder[fromPlace.zone];
  if (order.indexOf(targetLocation.feature) > order.indexOf(fromPlace.feature)) {
    return `"${fromPlace.feature}" comes before "${targetLocation.feature}" in order.ts`;
  }
  const file = target.slice(
    target.indexOf(`/${targetLocation.feature}/`) + targetLocation.feature.length + 2,
  );
  if (targetLocation.zone === "server" && file !== "service.ts")
    return `of another feature only its service.ts`;
  if (targetLocation.zone === "web" && targetLocation.feature in foldersByZone && file !== "door.ts")
    return "of this feature only its door.ts";
  if (targetLocation.zone === "web" && file.includes("/"))
    return "of another feature only the files at its top";
  return undefined;
}

/**
 * For each web feature that is split into folders, the order of its folders. A folder may import only folders that come
 * before it. The feature's files outside these folders may import all of them.
 */
const foldersByZone: Readonly<Record<string, readonly string[]>> = {
  messages: ["state", "composer", "row", "list"],
};

function checkFolderOrder(path: string, target: string): string | undefined {
  const [, feature = "", file = ""] = /^apps\/web\/app\/features\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const folderOrder = foldersByZone[feature];
  const featureFolder = `apps/web/app/features/${feature}/`;
  if (!folderOrder || !target.startsWith(featureFolder)) return undefined;
  const findFolderIndex = (name: string) =>
    name.includes("/") ? folderOrder.indexOf(name.split("/")[0] ?? "") : folderOrder.length;
  const [from, to] = [findFolderIndex(file), findFolderIndex(target.slice(featureFolder.length))];
  if (from === -1 || to === -1) return `${feature} has the folders ${folderOrder.join(", ")}`;
  return to > from
    ? `in ${feature} this stands above it: ${folderOrder.join(" ← ")} ← the files at its top`
    : undefined;
}
