import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type FilterName, projectViews, readFilter } from "./list-filter.ts";

/** The filters in the page's address, and functions that change them. */
export function useListFilter() {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readFilter(address), [address]);
  const view = projectViews.find((name) => name === address.get("view")) ?? "cards";
  function set(name: FilterName | "view", value: string): void {
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );
  }
  return {
    filter,
    view,
    change: (name: FilterName, value: string) => set(name, value),
    showAs: (next: (typeof projectViews)[number]) => set("view", next === "cards" ? "" : next),
    clear: () => setAddress(view === "cards" ? {} : { view }, { replace: true }),
  };
}
export type FilterState = ReturnType<typeof useListFilter>;
