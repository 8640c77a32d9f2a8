// Preloaded by the server (`--import`): removes the types of its TypeScript files, and stores the result.
//
// Node can do this alone, but needs more memory. Without a cache, each start loads 17 MB of code that removes types.
// With Node's compile cache, the whole cache stays in memory (20 MB), and a start is not faster than with this one.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(import.meta.dirname);
const rootUrl = `${pathToFileURL(root)}/`;
/** Another version of Node may write other code, so each version has its own folder. */
const cacheFolder = join(root, ".cache", "javascript", process.version);

registerHooks({
  load(url, context, nextLoad) {
    const isOwnTypeScript = url.startsWith(rootUrl) && url.endsWith(".ts") && !url.includes("/node_modules/");
    if (!isOwnTypeScript) return nextLoad(url, context);
    return { format: "module", source: loadJavaScript(fileURLToPath(url)), shortCircuit: true };
  },
});

/**
 * Returns the JavaScript of a TypeScript file. Its lines and columns are those of the source.
 * @param {string} path
 */
function loadJavaScript(path) {
  const source = readFileSync(path, "utf8");
  const cacheFile = join(cacheFolder, `${relative(root, path)}.js`);
  // The last line of a cached file is the hash of its source. If the source has changed since, the file is made again.
  const hashLine = `\n// ${createHash("sha256").update(source).digest("hex")}`;
  const cachedCode = readIfExists(cacheFile);
  if (cachedCode?.endsWith(hashLine)) return cachedCode;
  const code = stripWithoutWarning(source) + hashLine;
  writeAtomically(cacheFile, code);
  return code;
}

/** @param {string} path */
function readIfExists(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Writes a file at once, because another server may read it at the same time. A checkout that cannot be written to
 * works too: its types are removed at each start.
 * @param {string} path
 * @param {string} text
 */
function writeAtomically(path, text) {
  const temporaryPath = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporaryPath, text);
    renameSync(temporaryPath, path);
  } catch {}
}

/**
 * Calls Node's function without its warning that the function is experimental. The warning would be the first line of
 * the server's log.
 * @param {string} source
 */
function stripWithoutWarning(source) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
