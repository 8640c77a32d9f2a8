import { useState } from "react";
import { tabStorage } from "./storage.ts";

const name = (page: string) => `tab ${page}`;

/** The open tab of a page, remembered until the browser tab is closed (docs/rules.md). */
export function useTab<T extends string>(page: string, tabs: readonly T[], first: T): [T, (tab: T) => void] {
  const [tab, setTab] = useState<T>(() => {
    const kept = tabStorage.read(name(page));
    return tabs.find((known) => known === kept) ?? first;
  });
  function open(next: T): void {
    setTab(next);
    tabStorage.write(name(page), next);
  }
  return [tab, open];
}
