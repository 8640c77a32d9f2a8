import {
  type AppName,
  findModulePlace,
  type ModulePlace,
  resolveImportPath,
  SOURCE_FOLDERS,
} from "./places.ts";

/**
 * The order of the features in the server and in the web app. A feature may import only features that come before it.
 */
export type ZoneConfig = { featureOrder: Record<AppName, readonly string[]> };

/** Returns why no file may have this path. Undefined if the path is allowed. */
export function checkPlace(path: string, { featureOrder }: ZoneConfig): string | undefined {
  if (/(^|\/)index\.[jt]sx?$/.test(path)) return "no barrel files: import from the file that has it";
  const importer = findModulePlace(path);
  if ("feature" in importer && !featureOrder[importer.zone].includes(importer.feature)) {
    return `the feature "${importer.feature}" is not in ${SOURCE_FOLDERS[importer.zone]}features/order.ts`;
  }
  return undefined;
}

/** Returns why the first file may not import the second. Undefined if the import is allowed. */
export function checkImport(path: string, specifier: string, zoneConfig: ZoneConfig): string | undefined {
  const fromPlace = findModulePlace(path);
  if (fromPlace.zone === "tools") return undefined;
  const target = resolveImportPath(path, specifier);
  if (target === undefined) return checkPackageImport(fromPlace, specifier);
  // React Router generates a file with types for each route. Routes may import this file.
  if (fromPlace.zone === "web" && /(^|\/)\+types\//.test(target)) return undefined;
  const to = findModulePlace(target);
  if (to.zone === "tools") return "apps and packages do not import from outside themselves";
  if (to.zone === "contract" && fromPlace.zone !== "contract") {
    return specifier.startsWith(".")
      ? "the contract is imported by its name, @kakehashi/contract/…"
      : undefined;
  }
  if (fromPlace.zone !== to.zone) {
    return fromPlace.zone === "contract"
      ? "the contract knows neither server nor web"
      : `${fromPlace.zone} and ${to.zone} never import each other, only the contract`;
  }
  if (fromPlace.isTest) return undefined;
  if (to.isTest) return "only tests import tests";
  return checkLayerOrder(fromPlace, to, target, zoneConfig) ?? checkFolderOrder(path, target);
}

function checkPackageImport(from: ModulePlace, specifier: string): string | undefined {
  if (from.zone === "contract" && !from.isTest && !/^zod(\/|$)/.test(specifier))
    return "the contract imports zod alone";
  return undefined;
}

function checkLayerOrder(
  fromPlace: ModulePlace,
  toPlace: ModulePlace,
  target: string,
  { featureOrder }: ZoneConfig,
): string | undefined {
  if (!("layer" in fromPlace && "layer" in toPlace)) return undefined;
  if (fromPlace.layer === "kit" && toPlace.layer !== "kit")
    return "kit knows neither features nor composition";
  if (fromPlace.layer !== "feature") return undefined;
  if (toPlace.layer === "composition") {
    // Only this check reads the order of the features (`order.ts`). A feature must not import it.
    return "features know kit and earlier features, not composition";
  }
  if (toPlace.layer !== "feature" || toPlace.feature === fromPlace.feature) return undefined;
  const order = featureOrder[fromPlace.zone];
  if (order.indexOf(toPlace.feature) > order.indexOf(fromPlace.feature)) {
    return `"${fromPlace.feature}" comes before "${toPlace.feature}" in order.ts`;
  }
  const file = target.slice(target.indexOf(`/${toPlace.feature}/`) + toPlace.feature.length + 2);
  if (toPlace.zone === "server" && file !== "service.ts") return `of another feature only its service.ts`;
  if (toPlace.zone === "web" && toPlace.feature in foldersByZone && file !== "door.ts")
    return "of this feature only its door.ts";
  if (toPlace.zone === "web" && file.includes("/")) return "of another feature only the files at its top";
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
  const folderIndex = (name: string) =>
    name.includes("/") ? folderOrder.indexOf(name.split("/")[0] ?? "") : folderOrder.length;
  const [from, to] = [folderIndex(file), folderIndex(target.slice(featureFolder.length))];
  if (from === -1 || to === -1) return `${feature} has the folders ${folderOrder.join(", ")}`;
  return to > from
    ? `in ${feature} this stands above it: ${folderOrder.join(" ← ")} ← the files at its top`
    : undefined;
}
