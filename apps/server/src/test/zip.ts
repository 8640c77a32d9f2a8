import { inflateRawSync } from "node:zlib";

/** Returns the files of a zip archive, by path. Finds them through the archive's central directory (APPNOTE 4.3.12). */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const endRecordOffset = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (endRecordOffset < 0) throw new Error("This is no zip archive");
  const files = new Map<string, Buffer>();
  let offset = archive.readUInt32LE(endRecordOffset + 16);
  for (
    let remainingEntries = archive.readUInt16LE(endRecordOffset + 10);
    remainingEntries > 0;
    remainingEntries--
  ) {
    const method = archive.readUInt16LE(offset + 10);
    const size = archive.readUInt32LE(offset + 20);
    const [name, extraLength, commentLength] = [28, 30, 32].map((field) =>
      archive.readUInt16LE(offset + field),
    ) as [number, number, number];
    const localHeaderOffset = archive.readUInt32LE(offset + 42);
    const dataStart =
      localHeaderOffset +
      30 +
      archive.readUInt16LE(localHeaderOffset + 26) +
      archive.readUInt16LE(localHeaderOffset + 28);
    const bytes = archive.subarray(dataStart, dataStart + size);
    files.set(
      archive.toString("utf8", offset + 46, offset + 46 + name),
      method === 0 ? bytes : inflateRawSync(bytes),
    );
    offset += 46 + name + extraLength + commentLength;
  }
  return files;
}
