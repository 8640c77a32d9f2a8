import type { Page } from "playwright-core";

/** Creates a PNG of one colour in the browser, `width` × `height` pixels. Returns its bytes. */
export async function drawPicture(page: Page, width: number, height: number): Promise<Buffer> {
  const bytes = await page.evaluate<number[]>(`(async () => {
    const canvas = new OffscreenCanvas(${width}, ${height});
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#3D4EAC";
    pen.fillRect(0, 0, ${width}, ${height});
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return [...new Uint8Array(await blob.arrayBuffer())];
  })()`);
  return Buffer.from(bytes);
}
