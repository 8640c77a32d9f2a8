import type { Colleague } from "./colleagues.ts";

/** The place of a tag beside its pointer, and its size, in pixels of the screen: see `colleague-layer.module.css`. */
const beside = { x: 12, y: 15 };
const tagHeight = 20;
const maximumWidth = 160;
const gap = 2;

/** About how wide a name is at 12 px. Signs of Chinese and Japanese are as wide as they are high. */
function widthOf(name: string): number {
  let width = 12;
  for (const sign of name) width += (sign.codePointAt(0) ?? 0) > 0x2e7f ? 12 : 7.5;
  return Math.min(width, maximumWidth);
}

export interface TagPlace {
  /** By how many pixels the tag of the pointer stands lower than usual. */
  readonly pointer: number;
  /** By how many pixels the tag of the selection stands higher than usual. */
  readonly selection: number;
}

/**
 * Returns where the names of colleagues stand, so that none hides another. Names of near pointers are stacked downwards,
 * names at the same selection upwards.
 */
export function tagPlaces(colleagues: readonly Colleague[], zoom: number): ReadonlyMap<string, TagPlace> {
  const placed: { left: number; right: number; top: number }[] = [];
  const selections = new Map<string, number>();
  const places = new Map<string, TagPlace>();
  for (const { id, name, cursor, selected } of colleagues) {
    const place = { pointer: 0, selection: 0 };
    if (cursor) {
      const left = cursor.x * zoom + beside.x;
      const right = left + widthOf(name);
      const usual = cursor.y * zoom + beside.y;
      let top = usual;
      const hidden = () =>
        placed.find((one) => left < one.right && right > one.left && Math.abs(top - one.top) < tagHeight);
      for (let one = hidden(); one; one = hidden()) top = one.top + tagHeight + gap;
      placed.push({ left, right, top });
      place.pointer = top - usual;
    }
    if (selected) {
      const what = selected.block_id ?? selected.group_id;
      const above = selections.get(what) ?? 0;
      selections.set(what, above + 1);
      place.selection = above * (tagHeight + gap);
    }
    places.set(id, place);
  }
  return places;
}
