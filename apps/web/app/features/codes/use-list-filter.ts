import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type FilterName, readFilter } from "./list-filter.ts";

/** The filters in the page's address, and functions that change them. */
export function useListFilter() {
  const [address, setAddress] = useSearchParams();
  return {
    filter: useMemo(() => readFilter(address), [address]),
    change(name: FilterName, value: string): void {
      setAddress(
        (before) => {
          const after = new URLSearchParams(before);
          if (value) after.set(name, value);
          else after.delete(name);
          return after;
        },
        { replace: true },
      );
    },
    clear: () => setAddress({}, { replace: true }),
  };
}
export type FilterState = ReturnType<typeof useListFilter>;
