import type { Language } from "@kakehashi/contract/languages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useEffect, useRef } from "react";

export const isUnit = (unit: TranslationUnit, mid: string | undefined, to: Language | null): boolean =>
  unit.message.id === mid && unit.language === to;

/**
 * The unit to go on with once the open one is done. `place`: where that one stands in the list, or stood until it left.
 * Null: it was never in it, and the first is next. What is done leaves the list, so at its end the one before is next.
 */
export function unitAfter<Unit>(
  units: readonly Unit[],
  open: Unit | undefined,
  place: number | null,
): Unit | undefined {
  if (open) return units[units.indexOf(open) + 1] ?? units[units.indexOf(open) - 1];
  return place === null ? units[0] : (units[place] ?? units[place - 1]);
}

/** Where the open unit was last seen in the list; the list is read anew while it is open. Null for never. */
export function usePlace(units: readonly TranslationUnit[], mid: string | undefined, to: Language | null) {
  const seen = useRef<{ key: string; place: number } | null>(null);
  const key = `${mid} ${to}`;
  useEffect(() => {
    const place = units.findIndex((unit) => isUnit(unit, mid, to));
    if (place >= 0) seen.current = { key, place };
  }, [units, mid, to, key]);
  return (): number | null => (seen.current?.key === key ? seen.current.place : null);
}
