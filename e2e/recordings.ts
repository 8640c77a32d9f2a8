import type { Page } from "playwright-core";

/** The number of samples per second. Each sample is one byte. */
const samplesPerSecond = 8_000;

/** Creates a WAV file with silence of this length. */
export function createWavFile(seconds: number): Buffer {
  const sampleCount = seconds * samplesPerSecond;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + sampleCount, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  // Two header fields: format 1 (PCM), and one channel.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(samplesPerSecond, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(sampleCount, 40);
  return Buffer.concat([header, Buffer.alloc(sampleCount, 128)]);
}

/**
 * Lets the browser record a WebM video of about two seconds, 320 × 180 pixels, with changing colours. Returns its
 * bytes.
 */
export async function recordVideo(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate<string>(`(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 180 });
    const pen = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm;codecs=vp8" });
    const parts = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.start();
    for (const began = performance.now(); performance.now() - began < 2000; ) {
      pen.fillStyle = "hsl(" + performance.now() / 10 + " 60% 50%)";
      pen.fillRect(0, 0, 320, 180);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    return new Uint8Array(await new Blob(parts).arrayBuffer()).toBase64();
  })()`);
  return Buffer.from(bytes, "base64");
}
