import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type NarrowingName, readNarrowing } from "./narrowing.ts";

/** What the page's address says of the list, and ways to change it. */
export function useNarrowing() {
  const [address, setAddress] = useSearchParams();
  return {
    narrowing: useMemo(() => readNarrowing(address), [address]),
    change(name: NarrowingName, value: string): void {
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
export type NarrowingState = ReturnType<typeof useNarrowing>;
