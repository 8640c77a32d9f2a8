import type { Language } from "@kakehashi/contract/languages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useEffect, useRef } from "react";

export const isUnit = (unit: TranslationUnit, mid: string | undefined, to: Language | null): boolean =>
  unit.message.id === mid && unit.language === to;

/**
 * Returns the unit to open after the open one is finished. `index` is the last index of the open unit in the list, or
 * null if it never was in the list. A finished unit leaves the list, so the unit with its index is next. At the end of
 * the list it is the unit before. If `index` is null, it is the first unit.
 */
export function unitAfter<Unit>(
  units: readonly Unit[],
  open: Unit | undefined,
  index: number | null,
): Unit | undefined {
  if (open) return units[units.indexOf(open) + 1] ?? units[units.indexOf(open) - 1];
  return index === null ? units[0] : (units[index] ?? units[index - 1]);
}

/**
 * Remembers the index of the open unit in the list, because a refetch may remove the unit. Returns null if the unit
 * never was in the list.
 */
export function useIndexOfUnit(
  units: readonly TranslationUnit[],
  mid: string | undefined,
  to: Language | null,
) {
  const lastSeenUnit = useRef<{ key: string; index: number } | null>(null);
  const key = `${mid} ${to}`;
  useEffect(() => {
    const index = units.findIndex((unit) => isUnit(unit, mid, to));
    if (index >= 0) lastSeenUnit.current = { key, index };
  }, [units, mid, to, key]);
  return (): number | null => (lastSeenUnit.current?.key === key ? lastSeenUnit.current.index : null);
}
