import type { Language } from "@kakehashi/contract/languages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useEffect, useRef } from "react";

export const isUnit = (unit: TranslationUnit, mid: string | undefined, to: Language | null): boolean =>
  unit.message.id === mid && unit.language === to;

/**
 * The unit to open after the open one is done. `place` is the index of the open one in the list, or its last
 * index before it left. Null if it was never in the list: then the first unit is next. A finished unit leaves
 * the list, so at the end the one before is next.
 */
export function unitAfter<Unit>(
  units: readonly Unit[],
  open: Unit | undefined,
  place: number | null,
): Unit | undefined {
  if (open) return units[units.indexOf(open) + 1] ?? units[units.indexOf(open) - 1];
  return place === null ? units[0] : (units[place] ?? units[place - 1]);
}

/**
 * The last index of the open unit in the list, which is refetched while the unit is open. Null if it was
 * never in the list.
 */
export function usePlace(units: readonly TranslationUnit[], mid: string | undefined, to: Language | null) {
  const seen = useRef<{ key: string; place: number } | null>(null);
  const key = `${mid} ${to}`;
  useEffect(() => {
    const place = units.findIndex((unit) => isUnit(unit, mid, to));
    if (place >= 0) seen.current = { key, place };
  }, [units, mid, to, key]);
  return (): number | null => (seen.current?.key === key ? seen.current.place : null);
}
