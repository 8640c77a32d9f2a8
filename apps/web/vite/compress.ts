import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` copy of each text file of `folder` that has at least 1 KB. The server sends these copies
 * and need not compress anything itself.
 */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(?:m?js|css|svg|json|webmanifest)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    if (content.length < 1024) continue;
    const brotli = await compressBrotli(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    });
    await writeFile(`${path}.br`, brotli);
    await writeFile(`${path}.gz`, await compressGzip(content, { level: 9 }));
  }
}
