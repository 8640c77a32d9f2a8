import sharp from "sharp";

// Generates sample files that a developer can send as a customer, one of each supported kind.

interface SampleFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The names of the sample files, as in their URLs. */
export type SampleFileName = "sticker.png" | "picture.jpg" | "price-list.pdf" | "voice.wav";
/** The URLs of the sample files on a stand-in begin with this path. */
export const sampleFilesPath = "/samples/";

const stickerSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240">
  <circle cx="120" cy="120" r="104" fill="#f6c445"/><circle cx="84" cy="100" r="13" fill="#3b2a00"/>
  <circle cx="156" cy="100" r="13" fill="#3b2a00"/>
  <path d="M72 146q48 52 96 0" fill="none" stroke="#3b2a00" stroke-width="12" stroke-linecap="round"/></svg>`;
const pictureSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
  <rect width="1200" height="800" fill="#a9d3e6"/><circle cx="940" cy="190" r="90" fill="#fbe08a"/>
  <path d="M0 800V520l300-240 260 220 200-150 440 330v120z" fill="#4f7d63"/></svg>`;

/**
 * A PDF file of one page with one line of text. It has no cross-reference table, because PDF readers do not need one.
 */
const pdfText = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 46>>stream
BT /F 24 Tf 40 110 Td (Price list: gel 150) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** Creates a WAV file of two seconds: a tone that rises and falls, with 8,000 samples of 16 bits per second. */
function createVoiceFile(): Buffer {
  const samplesPerSecond = 8_000;
  const sampleCount = 2 * samplesPerSecond;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + 2 * sampleCount, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(2 * samplesPerSecond, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(2 * sampleCount, 40);
  const data = Buffer.alloc(2 * sampleCount);
  for (let index = 0; index < sampleCount; index += 1) {
    const seconds = index / samplesPerSecond;
    const sampleAmplitude = 6_000 * Math.sin((Math.PI * seconds) / 2);
    data.writeInt16LE(Math.round(sampleAmplitude * Math.sin(2 * Math.PI * 330 * seconds)), 2 * index);
  }
  return Buffer.concat([header, data]);
}

export async function makeSampleFiles(): Promise<Readonly<Record<SampleFileName, SampleFile>>> {
  return {
    "sticker.png": { type: "image/png", bytes: await sharp(Buffer.from(stickerSvg)).png().toBuffer() },
    "picture.jpg": { type: "image/jpeg", bytes: await sharp(Buffer.from(pictureSvg)).jpeg().toBuffer() },
    "price-list.pdf": { type: "application/pdf", bytes: Buffer.from(pdfText) },
    "voice.wav": { type: "audio/wav", bytes: createVoiceFile() },
  };
}
