import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { convertToWebp, openAndUsePicture } from "./pictures.ts";
import { loadSharp } from "./sharp.ts";

const picturesFolder = mkdtempSync(join(tmpdir(), "kakehashi-pictures-"));
afterAll(() => rmSync(picturesFolder, { recursive: true }));

const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#3d4eac" } });
const svgBytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect/></svg>');
const readTestPicture = (bytes: Buffer) => convertToWebp(bytes, { owner: "an" }, (picture) => picture);
const writePicture = (name: string, bytes: Buffer) => {
  const path = join(picturesFolder, name);
  writeFileSync(path, bytes);
  return path;
};

test.each(["png", "jpeg", "webp", "gif", "avif"] as const)(
  "a %s is drawn, from memory and from a file",
  async (format) => {
    const bytes = await plainPicture(30, 20).toFormat(format).toBuffer();
    expect(await readTestPicture(bytes)).toMatchObject({ width: 30, height: 20 });
    const size = await openAndUsePicture(
      writePicture(`a.${format}`, bytes),
      "an",
      async ({ width, height }) => [width, height],
    );
    expect(size).toEqual([30, 20]);
  },
);

test("a picture's size is that of the picture upright", async () => {
  const bytes = await plainPicture(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await readTestPicture(bytes)).toMatchObject({ width: 20, height: 30 });
});

test.each([
  ["an SVG", async () => svgBytes],
  ["an SVG behind blanks", async () => Buffer.concat([Buffer.from("\n  "), svgBytes])],
  [
    "an SVG behind the beginning of an AVIF",
    async () => Buffer.concat([Buffer.from("\0\0\0 ftypavif"), svgBytes]),
  ],
  ["a TIFF", () => plainPicture(20, 20).tiff().toBuffer()],
])("%s is not drawn", async (_, bytes) => {
  const originalBytes = await bytes();
  expect(await readTestPicture(originalBytes)).toBeNull();
  expect(await openAndUsePicture(writePicture("other", originalBytes), "an", async () => "used")).toBeNull();
});

test("the library itself reads neither SVG files nor formats that nobody sends", async () => {
  const sharpLibrary = await loadSharp();
  const tiffBytes = await plainPicture(20, 20).tiff().toBuffer();
  await expect(sharpLibrary(writePicture("picture.svg", svgBytes)).metadata()).rejects.toThrow("unsupported");
  await expect(sharpLibrary(tiffBytes).metadata()).rejects.toThrow("unsupported");
});

test("a picture with too many pixels for its kind is refused by its header", async () => {
  const bytes = await plainPicture(4_100, 4_100).avif({ effort: 0 }).toBuffer();
  let wasCallbackCalled = false;
  const callbackResult = await openAndUsePicture(bytes, "an", async () => {
    wasCallbackCalled = true;
  });
  expect([callbackResult, wasCallbackCalled]).toEqual([null, false]);
  const pngBytes = await plainPicture(4_100, 4_100).png().toBuffer();
  expect(await openAndUsePicture(pngBytes, "an", async () => "used")).toBe("used");
});

test("one person's pictures leave a turn to everybody else", async () => {
  const bytes = await plainPicture(10, 10).png().toBuffer();
  const drawingFinished = Promise.withResolvers<void>();
  const picturesOfOnePerson = Array.from({ length: 3 }, () =>
    openAndUsePicture(bytes, "an", () => drawingFinished.promise),
  );
  expect(await openAndUsePicture(bytes, "linh", async () => "drawn")).toBe("drawn");
  drawingFinished.resolve();
  await Promise.all(picturesOfOnePerson);
});
