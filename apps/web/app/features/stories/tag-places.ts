import type { StoryColleague } from "./colleagues.ts";

/**
 * The distance between a name tag and its pointer (`tagOffset`), and the size of a tag, in screen pixels.
 * `colleague-layer.module.css` has the same numbers.
 */
const tagOffset = { x: 12, y: 15 };
const tagHeightPx = 20;
const maximumTagWidthPx = 160;
const tagGapPx = 2;

/**
 * Returns the estimated width of the tag with this name, at a font size of 12 pixels: at most `maximumTagWidthPx`. The
 * width of a Chinese or Japanese character equals its height.
 */
function estimateTagWidth(name: string): number {
  let width = 12;
  for (const character of name) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 12 : 7.5;
  return Math.min(width, maximumTagWidthPx);
}

export interface NameTagOffset {
  /** By how many pixels the name tag beside the colleague's pointer is moved down. */
  readonly pointerNameTagDownPx: number;
  /** By how many pixels the name tag at the colleague's selection is moved up. */
  readonly selectionNameTagUpPx: number;
}

/**
 * Computes the positions of the colleagues' name tags, so that no tag covers another. Tags of pointers close together
 * are moved down, and tags at the same selection are moved up.
 */
export function computeNameTagOffsets(
  colleagues: readonly StoryColleague[],
  zoom: number,
): ReadonlyMap<string, NameTagOffset> {
  const placedTags: { left: number; right: number; top: number }[] = [];
  const tagCountBySelection = new Map<string, number>();
  const offsetsByColleagueId = new Map<string, NameTagOffset>();
  for (const { id, name, cursor, selected } of colleagues) {
    const tagPlace = { pointerNameTagDownPx: 0, selectionNameTagUpPx: 0 };
    if (cursor) {
      const leftPx = cursor.x * zoom + tagOffset.x;
      const right = leftPx + estimateTagWidth(name);
      const preferredTop = cursor.y * zoom + tagOffset.y;
      let topPx = preferredTop;
      const findOverlap = () =>
        placedTags.find(
          (placedTag) =>
            leftPx < placedTag.right &&
            right > placedTag.left &&
            Math.abs(topPx - placedTag.top) < tagHeightPx,
        );
      for (let overlappingTag = findOverlap(); overlappingTag; overlappingTag = findOverlap())
        topPx = overlappingTag.top + tagHeightPx + tagGapPx;
      placedTags.push({ left: leftPx, right, top: topPx });
      tagPlace.pointerNameTagDownPx = topPx - preferredTop;
    }
    if (selected) {
      const selectedId = selected.block_id ?? selected.group_id;
      const tagCount = tagCountBySelection.get(selectedId) ?? 0;
      tagCountBySelection.set(selectedId, tagCount + 1);
      tagPlace.selectionNameTagUpPx = tagCount * (tagHeightPx + tagGapPx);
    }
    offsetsByColleagueId.set(id, tagPlace);
  }
  return offsetsByColleagueId;
}
