import { useMemo } from "react";
import { setParam, useAddressParams } from "../../kit/use-address-params.ts";
import { type FilterName, parseListFilter } from "./list-filter.ts";

/** Returns the filters of the list of snippets from the page's address, and functions that change them. */
export function useListFilter() {
  const [params, changeParams] = useAddressParams();
  return {
    filter: useMemo(() => parseListFilter(params), [params]),
    change: (name: FilterName, value: string) =>
      changeParams((nextParams) => setParam(nextParams, name, value)),
    clear: () =>
      changeParams((nextParams) => {
        for (const name of [...nextParams.keys()]) nextParams.delete(name);
      }),
  };
}
export type ListFilterState = ReturnType<typeof useListFilter>;
