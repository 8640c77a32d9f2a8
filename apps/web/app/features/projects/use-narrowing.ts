import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type NarrowingName, projectViews, readNarrowing } from "./narrowing.ts";

/** What the page's address says of the list, and ways to change it. */
export function useNarrowing() {
  const [address, setAddress] = useSearchParams();
  const narrowing = useMemo(() => readNarrowing(address), [address]);
  const view = projectViews.find((name) => name === address.get("view")) ?? "cards";
  function set(name: NarrowingName | "view", value: string): void {
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
    narrowing,
    view,
    change: (name: NarrowingName, value: string) => set(name, value),
    showAs: (next: (typeof projectViews)[number]) => set("view", next === "cards" ? "" : next),
    clear: () => setAddress(view === "cards" ? {} : { view }, { replace: true }),
  };
}
export type NarrowingState = ReturnType<typeof useNarrowing>;
