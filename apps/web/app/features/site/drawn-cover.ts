/** Computes a stable hash of a text (FNV-1a). */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Creates a random generator from a seed (mulberry32). */
function createRandomGenerator(text: string): (below: number) => number {
  let state = hashText(text);
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let scrambledState = Math.imul(state ^ (state >>> 15), 1 | state);
    scrambledState =
      (scrambledState + Math.imul(scrambledState ^ (scrambledState >>> 7), 61 | scrambledState)) ^
      scrambledState;
    return ((scrambledState ^ (scrambledState >>> 14)) >>> 0) % limit;
  };
}

const groundColours = ["indigo", "amber", "jade", "accent"] as const;
const coverWidthPx = 640;
const groundLineY = 290;

/**
 * Generates the drawing above an article: a bridge. The topic determines the colours, the address determines the shape.
 * The same article always gets the same drawing.
 */
export function generateCover(slug: string, topic: string): string {
  const colour = groundColours[hashText(topic.toLowerCase()) % groundColours.length];
  const nextRandomNumber = createRandomGenerator(slug);
  const bridgeSpanCount = 1 + nextRandomNumber(3);
  const marginPx = 40;
  const spanWidthPx = (coverWidthPx - 2 * marginPx) / bridgeSpanCount;
  const archPaths: string[] = [];
  const pillars: string[] = [];
  const lampCircles: string[] = [];
  for (let index = 0; index < bridgeSpanCount; index++) {
    const spanLeftPx = marginPx + index * spanWidthPx;
    const archTopY = groundLineY - 90 - nextRandomNumber(130);
    const archLeanPx = Math.round(spanWidthPx * (0.18 + nextRandomNumber(20) / 100));
    const archRightX = spanLeftPx + spanWidthPx;
    archPaths.push(
      `M${Math.round(spanLeftPx)} ${groundLineY}C${Math.round(spanLeftPx + archLeanPx)} ${archTopY} ${Math.round(archRightX - archLeanPx)} ${archTopY} ${Math.round(archRightX)} ${groundLineY}`,
    );
    const count = 1 + nextRandomNumber(bridgeSpanCount === 1 ? 3 : 2);
    for (let pillarNumber = 1; pillarNumber <= count; pillarNumber++) {
      const x = Math.round(spanLeftPx + (spanWidthPx * pillarNumber) / (count + 1));
      pillars.push(`M${x} ${archTopY + 34}V${groundLineY}`);
      if (nextRandomNumber(2) === 0)
        lampCircles.push(
          `<circle cx="${x}" cy="${archTopY - 8}" r="7" fill="var(--${colour === "accent" ? "indigo" : colour})"/>`,
        );
    }
  }
  const strokeWidthPx = 34 - bridgeSpanCount * 5;
  const sunCircle = {
    x: 90 + nextRandomNumber(460),
    y: 50 + nextRandomNumber(50),
    r: 18 + nextRandomNumber(22),
  };
  const waveLines = Array.from({ length: 3 }, () => {
    const x = 30 + nextRandomNumber(420);
    return `M${x} 326h${60 + nextRandomNumber(110)}`;
  });
  return `<svg viewBox="0 0 640 360" xmlns="http://www.w3.org/2000/svg" fill="none" aria-hidden="true" focusable="false">
<rect width="640" height="360" fill="var(--${colour}-soft)"/>
<circle cx="${sunCircle.x}" cy="${sunCircle.y}" r="${sunCircle.r}" fill="var(--surface)"/>
<path d="M0 ${groundLineY + 10}h640" stroke="var(--line-strong)" stroke-width="2"/>
<path d="${pillars.join("")}" stroke="var(--ink)" stroke-width="${strokeWidthPx - 8}" stroke-linecap="round"/>
<path d="${archPaths.join("")}" stroke="var(--accent)" stroke-width="${strokeWidthPx}" stroke-linecap="round" stroke-linejoin="round"/>
${lampCircles.join("")}
<path d="${waveLines.join("")}" stroke="var(--line)" stroke-width="5" stroke-linecap="round"/>
</svg>`;
}
