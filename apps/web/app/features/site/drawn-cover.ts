/** A stable hash of a text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** A random generator with a seed (mulberry32). */
function numbersOf(text: string): (below: number) => number {
  let state = hashOf(text);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const grounds = ["indigo", "amber", "jade", "accent"] as const;
const width = 640;
const floor = 290;

/**
 * Generates a drawing for an article: a bridge. The topic determines the colours, the address determines the shape. The
 * same article always gets the same drawing.
 */
export function drawnCover(slug: string, topic: string): string {
  const colour = grounds[hashOf(topic.toLowerCase()) % grounds.length];
  const next = numbersOf(slug);
  const spans = 1 + next(3);
  const edge = 40;
  const step = (width - 2 * edge) / spans;
  const arches: string[] = [];
  const pillars: string[] = [];
  const lights: string[] = [];
  for (let index = 0; index < spans; index++) {
    const from = edge + index * step;
    const top = floor - 90 - next(130);
    const lean = Math.round(step * (0.18 + next(20) / 100));
    const right = from + step;
    arches.push(
      `M${Math.round(from)} ${floor}C${Math.round(from + lean)} ${top} ${Math.round(right - lean)} ${top} ${Math.round(right)} ${floor}`,
    );
    const count = 1 + next(spans === 1 ? 3 : 2);
    for (let pillar = 1; pillar <= count; pillar++) {
      const x = Math.round(from + (step * pillar) / (count + 1));
      pillars.push(`M${x} ${top + 34}V${floor}`);
      if (next(2) === 0)
        lights.push(
          `<circle cx="${x}" cy="${top - 8}" r="7" fill="var(--${colour === "accent" ? "indigo" : colour})"/>`,
        );
    }
  }
  const weight = 34 - spans * 5;
  const sun = { x: 90 + next(460), y: 50 + next(50), r: 18 + next(22) };
  const waves = Array.from({ length: 3 }, () => {
    const x = 30 + next(420);
    return `M${x} 326h${60 + next(110)}`;
  });
  return `<svg viewBox="0 0 640 360" xmlns="http://www.w3.org/2000/svg" fill="none" aria-hidden="true" focusable="false">
<rect width="640" height="360" fill="var(--${colour}-soft)"/>
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="var(--surface)"/>
<path d="M0 ${floor + 10}h640" stroke="var(--line-strong)" stroke-width="2"/>
<path d="${pillars.join("")}" stroke="var(--ink)" stroke-width="${weight - 8}" stroke-linecap="round"/>
<path d="${arches.join("")}" stroke="var(--accent)" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"/>
${lights.join("")}
<path d="${waves.join("")}" stroke="var(--line)" stroke-width="5" stroke-linecap="round"/>
</svg>`;
}
