import { useMemo } from "react";
import { setParam, useAddressParams } from "../../kit/use-address-params.ts";
import { type FilterName, projectViews, readFilter } from "./list-filter.ts";

/** Returns the filters of the list of projects from the page's address, and functions that change them. */
export function useListFilter() {
  const [params, changeParams] = useAddressParams();
  const filter = useMemo(() => readFilter(params), [params]);
  const view = projectViews.find((name) => name === params.get("view")) ?? "cards";
  return {
    filter,
    view,
    change: (name: FilterName, value: string) => changeParams((next) => setParam(next, name, value)),
    showAs: (name: (typeof projectViews)[number]) =>
      changeParams((next) => setParam(next, "view", name === "cards" ? "" : name)),
    clear: () =>
      changeParams((next) => {
        for (const name of [...next.keys()]) if (name !== "view") next.delete(name);
      }),
  };
}
export type FilterState = ReturnType<typeof useListFilter>;
