import { useState } from "react";
import { tabStorage } from "./storage.ts";

const createStorageKey = (page: string) => `tab ${page}`;

/** The selected tab of a page. It is remembered until the browser tab is closed (docs/rules.md). */
export function useRememberedTab<T extends string>(
  page: string,
  tabs: readonly T[],
  defaultTab: T,
): [T, (tab: T) => void] {
  const [tab, setTab] = useState<T>(() => {
    const storedTab = tabStorage.read(createStorageKey(page));
    return tabs.find((tab) => tab === storedTab) ?? defaultTab;
  });
  function openTab(newTab: T): void {
    setTab(newTab);
    tabStorage.write(createStorageKey(page), newTab);
  }
  return [tab, openTab];
}
