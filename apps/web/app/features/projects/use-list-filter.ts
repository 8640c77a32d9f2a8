import { useMemo } from "react";
import { setParam, useAddressParams } from "../../kit/use-address-params.ts";
import { type ProjectListFilterName, projectViews, readFilter } from "./list-filter.ts";

/** Returns the filters of the list of projects from the page's address, and functions that change them. */
export function useListFilter() {
  const [params, changeParams] = useAddressParams();
  const filter = useMemo(() => readFilter(params), [params]);
  const view = projectViews.find((name) => name === params.get("view")) ?? "cards";
  return {
    filter,
    view,
    change: (name: ProjectListFilterName, value: string) =>
      changeParams((newParams) => setParam(newParams, name, value)),
    showAs: (name: (typeof projectViews)[number]) =>
      changeParams((newParams) => setParam(newParams, "view", name === "cards" ? "" : name)),
    clear: () =>
      changeParams((newParams) => {
        for (const name of [...newParams.keys()]) if (name !== "view") newParams.delete(name);
      }),
  };
}
export type ProjectListFilterState = ReturnType<typeof useListFilter>;
