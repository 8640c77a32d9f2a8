import type { Language } from "@kakehashi/contract/languages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useEffect, useRef } from "react";

export const isSameUnit = (unit: TranslationUnit, mid: string | undefined, to: Language | null): boolean =>
  unit.message.id === mid && unit.language === to;

/**
 * Returns the item that is opened after the open item of the translators' list is finished. A finished item leaves the
 * list, so the item that now has its index is next. At the end of the list, the item before it is next. `index` is the
 * last index of the open item. If it is null, because the item was not in the list, the first item is next.
 */
export function nextUnitAfter<Unit>(
  units: readonly Unit[],
  open: Unit | undefined,
  index: number | null,
): Unit | undefined {
  if (open) return units[units.indexOf(open) + 1] ?? units[units.indexOf(open) - 1];
  return index === null ? units[0] : (units[index] ?? units[index - 1]);
}

/**
 * Remembers the index of the open item in the translators' list, because a refetch may remove the item. Returns null
 * if the item never was in the list.
 */
export function useIndexOfTranslationUnit(
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
