import { useMemo } from "react";
import { setParam, useAddressParams } from "../../kit/use-address-params.ts";
import { parseSnippetListFilter, type SnippetListFilterName } from "./list-filter.ts";

/** Returns the filters of the list of snippets from the page's address, and functions that change them. */
export function useSnippetListFilter() {
  const [params, changeParams] = useAddressParams();
  return {
    filter: useMemo(() => parseSnippetListFilter(params), [params]),
    change: (name: SnippetListFilterName, value: string) =>
      changeParams((nextParams) => setParam(nextParams, name, value)),
    clear: () =>
      changeParams((nextParams) => {
        for (const name of [...nextParams.keys()]) nextParams.delete(name);
      }),
  };
}
export type SnippetListFilterState = ReturnType<typeof useSnippetListFilter>;
