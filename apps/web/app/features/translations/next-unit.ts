import type { Language } from "@kakehashi/contract/languages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useEffect, useRef } from "react";

export const isSameUnit = (unit: TranslationUnit, mid: string | undefined, to: Language | null): boolean =>
  unit.message.id === mid && unit.language === to;

/**
 * Returns the item of the translators' list to open after the open one is finished. A finished item disappears from the
 * list, so the next item moves to its `index`. At the end of the list, returns the previous item. If the list never
 * contained the open item, `index` is null, and the first item is returned.
 */
export function findNextUnit<Unit>(
  units: readonly Unit[],
  openUnit: Unit | undefined,
  index: number | null,
): Unit | undefined {
  if (openUnit) return units[units.indexOf(openUnit) + 1] ?? units[units.indexOf(openUnit) - 1];
  return index === null ? units[0] : (units[index] ?? units[index - 1]);
}

/**
 * Returns a function that returns the last known index of the open item in the list. The index is remembered, because a
 * refetch may remove the item from the list. The function returns null if the item was never in the list.
 */
export function useUnitIndexLookup(
  units: readonly TranslationUnit[],
  mid: string | undefined,
  to: Language | null,
) {
  const lastSeenUnit = useRef<{ key: string; index: number } | null>(null);
  const key = `${mid} ${to}`;
  useEffect(() => {
    const index = units.findIndex((unit) => isSameUnit(unit, mid, to));
    if (index >= 0) lastSeenUnit.current = { key, index };
  }, [units, mid, to, key]);
  return (): number | null => (lastSeenUnit.current?.key === key ? lastSeenUnit.current.index : null);
}
