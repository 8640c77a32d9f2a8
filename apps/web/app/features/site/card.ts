import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parse } from "opentype.js";
import sharp from "sharp";

/** The part of opentype.js that the social cards use. The library has no types. */
interface FontFace {
  unitsPerEm: number;
  charToGlyphIndex(character: string): number;
  charToGlyph(character: string): {
    advanceWidth: number;
    getPath(x: number, y: number, size: number): { toPathData(decimals: number): string };
  };
}

const fontSubsets = ["latin", "latin-ext", "vietnamese"] as const;
const fontFacesByWeight = new Map<number, Promise<readonly FontFace[]>>();

/** The font is split into one file for each script, so a word may need several files. */
function loadFontFaces(weight: 500 | 600): Promise<readonly FontFace[]> {
  const cachedFaces = fontFacesByWeight.get(weight);
  if (cachedFaces) return cachedFaces;
  const { resolve } = createRequire(import.meta.url);
  const facesPromise = Promise.all(
    fontSubsets.map(async (subset) => {
      const file = resolve(`@fontsource/be-vietnam-pro/files/be-vietnam-pro-${subset}-${weight}-normal.woff`);
      const bytes = await readFile(file);
      return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)) as FontFace;
    }),
  );
  fontFacesByWeight.set(weight, facesPromise);
  return facesPromise;
}

/** Draws text as outlines, so that the social card does not depend on installed fonts. */
function convertTextToOutlines(
  text: string,
  fontFaces: readonly FontFace[],
  size: number,
): { widthPx: number; svgPathAt(x: number, y: number): string } {
  const glyphs = [...text.normalize("NFC")].flatMap((character) => {
    const faceWithGlyph = fontFaces.find((fontFace) => fontFace.charToGlyphIndex(character) > 0);
    return faceWithGlyph ? [{ face: faceWithGlyph, glyph: faceWithGlyph.charToGlyph(character) }] : [];
  });
  const advanceWidthPx = ({ face: faceWithGlyph, glyph }: (typeof glyphs)[number]) =>
    (glyph.advanceWidth * size) / faceWithGlyph.unitsPerEm;
  return {
    widthPx: glyphs.reduce((width, item) => width + advanceWidthPx(item), 0),
    svgPathAt(x, y) {
      let nextGlyphX = x;
      return glyphs
        .map((item) => {
          const path = item.glyph.getPath(nextGlyphX, y, size).toPathData(1);
          nextGlyphX += advanceWidthPx(item);
          return path;
        })
        .join("");
    },
  };
}

function wrapLines(text: string, fontFaces: readonly FontFace[], size: number, maxWidthPx: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const lineWithWord = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && convertTextToOutlines(lineWithWord, fontFaces, size).widthPx <= maxWidthPx)
      lines[lines.length - 1] = lineWithWord;
    else lines.push(word);
  }
  return lines;
}

const cardSizePx = { width: 1200, height: 630, margin: 80 };
/**
 * The possible font sizes of the title, in pixels. The largest size that fits into three lines is used; if none fits,
 * the smallest.
 */
const titleSizesPx = [76, 66, 58, 50];

/**
 * The cache has at most this many social cards. 200 cards of 30 KB are enough for all pages and articles in two
 * languages.
 */
const maxCachedCards = 200;
const cachedCards = new Map<string, Promise<Buffer>>();

/** Returns a page's social card as a PNG of 1200 by 630 pixels. Cards are cached by their content. */
export function socialCardImageOf(title: string, smallTitle: string): Promise<Buffer> {
  const key = JSON.stringify([title, smallTitle]);
  const cachedCard = cachedCards.get(key);
  if (cachedCard) return cachedCard;
  const card = drawCard(title, smallTitle);
  cachedCards.set(key, card);
  // If drawing fails, remove the card from the cache, so that the next request tries again.
  card.catch(() => cachedCards.delete(key));
  const [oldestCardKey] = cachedCards.keys();
  if (cachedCards.size > maxCachedCards && oldestCardKey !== undefined) cachedCards.delete(oldestCardKey);
  return card;
}

async function drawCard(title: string, smallTitle: string): Promise<Buffer> {
  const [boldFaces, mediumFaces] = await Promise.all([loadFontFaces(600), loadFontFaces(500)]);
  const textWidthPx = cardSizePx.width - 2 * cardSizePx.margin;
  const titleSizePx =
    titleSizesPx.find((fontSizePx) => wrapLines(title, boldFaces, fontSizePx, textWidthPx).length <= 3) ?? 50;
  const lines = wrapLines(title, boldFaces, titleSizePx, textWidthPx).slice(0, 4);
  const paths = lines.map((line, index) =>
    convertTextToOutlines(line, boldFaces, titleSizePx).svgPathAt(
      cardSizePx.margin,
      250 + index * titleSizePx * 1.18,
    ),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSizePx.width}" height="${cardSizePx.height}" viewBox="0 0 1200 630" fill="none">
<rect width="1200" height="630" fill="#FBFAF7"/>
<path d="M880 440v240M1120 440v240" stroke="#171A2B" stroke-width="44" stroke-linecap="round"/>
<path d="M760 640C860 480 1140 480 1240 640" stroke="#E2472F" stroke-width="46" stroke-linecap="round"/>
<g transform="translate(76 64) scale(2)"><path d="M8.5 7v19M23.5 7v19" stroke="#171A2B" stroke-width="4.5" stroke-linecap="round"/><path d="M3.5 18.5C8.5 9 23.5 9 28.5 18.5" stroke="#E2472F" stroke-width="4.8" stroke-linecap="round"/></g>
<path d="${convertTextToOutlines("Kakehashi", boldFaces, 34).svgPathAt(160, 108)}" fill="#171A2B"/>
<path d="${convertTextToOutlines(smallTitle, mediumFaces, 28).svgPathAt(cardSizePx.margin, 562)}" fill="#55535B"/>
<path d="${paths.join("")}" fill="#171A2B"/>
</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}
