import { useState } from "react";

const name = (page: string) => `tab ${page}`;

/** The open tab of a page, remembered until the browser's tab closes (docs/rules.md). */
export function useTab<T extends string>(page: string, tabs: readonly T[], first: T): [T, (tab: T) => void] {
  const [tab, setTab] = useState<T>(() => {
    try {
      const kept = sessionStorage.getItem(name(page));
      return tabs.find((known) => known === kept) ?? first;
    } catch {
      return first;
    }
  });
  function open(next: T): void {
    setTab(next);
    try {
      sessionStorage.setItem(name(page), next);
    } catch {
      // A browser without storage begins with the first tab.
    }
  }
  return [tab, open];
}
