/**
 * Returns the Levenshtein distance of two texts, in UTF-16 code units. Null if the distance exceeds the maximum. Uses
 * Myers' bit vectors: each step processes 32 characters of one text.
 */
export function boundedEditDistance(
  firstText: string,
  secondText: string,
  maximumDistance: number,
): number | null {
  let [shorterText, longerText] =
    firstText.length <= secondText.length ? [firstText, secondText] : [secondText, firstText];
  // Skips the common prefix and suffix, which do not change the distance.
  let commonStartLength = 0;
  while (
    commonStartLength < shorterText.length &&
    shorterText.charCodeAt(commonStartLength) === longerText.charCodeAt(commonStartLength)
  )
    commonStartLength++;
  let commonEndLength = 0;
  while (
    commonEndLength < shorterText.length - commonStartLength &&
    shorterText.charCodeAt(shorterText.length - 1 - commonEndLength) ===
      longerText.charCodeAt(longerText.length - 1 - commonEndLength)
  )
    commonEndLength++;
  shorterText = shorterText.slice(commonStartLength, shorterText.length - commonEndLength);
  longerText = longerText.slice(commonStartLength, longerText.length - commonEndLength);
  if (longerText.length - shorterText.length > maximumDistance) return null;
  if (shorterText.length === 0) return longerText.length;
  const distance =
    shorterText.length <= 32
      ? shortTextDistance(shorterText, longerText)
      : longTextDistance(shorterText, longerText);
  return distance <= maximumDistance ? distance : null;
}

/**
 * A bit mask for each character code: the positions at which the character occurs in a text of up to 32 characters. All
 * calls share this array, and each call clears it after use.
 */
const positionBitsByCode = new Int32Array(0x10000);

function shortTextDistance(shortText: string, longText: string): number {
  const length = shortText.length;
  for (let index = 0; index < length; index++)
    positionBitsByCode[shortText.charCodeAt(index)] =
      (positionBitsByCode[shortText.charCodeAt(index)] ?? 0) | (1 << index);
  const lastBit = 1 << (length - 1);
  let [increaseBits, decreaseBits, editDistance] = [-1, 0, length];
  for (let index = 0; index < longText.length; index++) {
    const equalBits = positionBitsByCode[longText.charCodeAt(index)] ?? 0;
    const verticalBits = equalBits | decreaseBits;
    const horizontalBits = (((equalBits & increaseBits) + increaseBits) ^ increaseBits) | equalBits;
    let plusBits = decreaseBits | ~(horizontalBits | increaseBits);
    const minusBits = increaseBits & horizontalBits;
    if (plusBits & lastBit) editDistance++;
    if (minusBits & lastBit) editDistance--;
    plusBits = (plusBits << 1) | 1;
    increaseBits = (minusBits << 1) | ~(verticalBits | plusBits);
    decreaseBits = plusBits & verticalBits;
  }
  for (let index = 0; index < length; index++) positionBitsByCode[shortText.charCodeAt(index)] = 0;
  return editDistance;
}

/**
 * Computes the edit distance in strips of 32 rows of the table, with one bit for each row (Myers, 1999). For each
 * column it stores whether the last row of a strip goes up or down by one, because the next strip needs it.
 */
function longTextDistance(shortText: string, longText: string): number {
  const columnCount = longText.length;
  const columnGoesUp = new Uint8Array(columnCount).fill(1);
  const columnGoesDown = new Uint8Array(columnCount);
  let editDistance = shortText.length;
  for (let blockStart = 0; blockStart < shortText.length; blockStart += 32) {
    const blockEnd = Math.min(blockStart + 32, shortText.length);
    for (let index = blockStart; index < blockEnd; index++) {
      const code = shortText.charCodeAt(index);
      positionBitsByCode[code] = (positionBitsByCode[code] ?? 0) | (1 << index);
    }
    const isLastStrip = blockEnd === shortText.length;
    const bottomBit = blockEnd - blockStart - 1;
    let [increaseBits, decreaseBits] = [-1, 0];
    for (let column = 0; column < columnCount; column++) {
      const equalBits = positionBitsByCode[longText.charCodeAt(column)] ?? 0;
      const upBit = columnGoesUp[column] ?? 0;
      const downBit = columnGoesDown[column] ?? 0;
      const verticalBits = equalBits | decreaseBits;
      const equalOrDownBits = equalBits | downBit;
      const horizontalBits =
        (((equalOrDownBits & increaseBits) + increaseBits) ^ increaseBits) | equalOrDownBits;
      const plusBits = decreaseBits | ~(horizontalBits | increaseBits);
      const minusBits = increaseBits & horizontalBits;
      if (isLastStrip) editDistance += ((plusBits >>> bottomBit) & 1) - ((minusBits >>> bottomBit) & 1);
      else {
        columnGoesUp[column] = plusBits >>> 31;
        columnGoesDown[column] = minusBits >>> 31;
      }
      const shiftedPlusBits = (plusBits << 1) | upBit;
      increaseBits = (minusBits << 1) | downBit | ~(verticalBits | shiftedPlusBits);
      decreaseBits = shiftedPlusBits & verticalBits;
    }
    for (let index = blockStart; index < blockEnd; index++)
      positionBitsByCode[shortText.charCodeAt(index)] = 0;
  }
  return editDistance;
}

/**
 * Returns the similarity of two texts from 0 to 1: the fraction of the longer text that stays the same. Returns 0 if
 * the similarity is below `minimumSimilarity`.
 */
export function computeSimilarity(firstText: string, secondText: string, minimumSimilarity: number): number {
  const longerLength = Math.max(firstText.length, secondText.length);
  if (longerLength === 0) return 1;
  const distance = boundedEditDistance(
    firstText,
    secondText,
    Math.floor((1 - minimumSimilarity) * longerLength + 1e-9),
  );
  return distance === null ? 0 : 1 - distance / longerLength;
}
