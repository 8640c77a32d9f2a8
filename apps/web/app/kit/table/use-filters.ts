import { setParam, useAddressParams } from "../use-address-params.ts";

export interface TableFilter {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { value: string; label: string }[];
  /** The label of the option that shows all rows. Default: "All". */
  readonly allLabel?: string;
  /** The option of the filter that is selected at first. */
  readonly initialValue?: string;
}

/** The value of the option that turns the filter off. */
export const allOptionValue = "ALL";

/** The names of the parameters for the first and the last day. */
export const dayParameterNames = ["from", "to"] as const;

export type TableFilterState = ReturnType<typeof useTableFilters>;

/** Reads the filters and the page number of a list from the page's address, and changes them there. */
export function useTableFilters(filters: readonly TableFilter[], hasDayFilter: boolean) {
  const [params, changeParams] = useAddressParams();
  const optionOf = ({ name, initialValue }: TableFilter) => params.get(name) ?? initialValue ?? "";

  const activeFilters: Record<string, string> = {};
  for (const filter of filters) {
    const value = optionOf(filter);
    if (value && value !== allOptionValue) activeFilters[filter.name] = value;
  }
  for (const name of [...(hasDayFilter ? dayParameterNames : []), "search"]) {
    const value = params.get(name);
    if (value) activeFilters[name] = value;
  }

  return {
    /** The filters as parameters of the query to the server. */
    chosen: activeFilters,
    page: Math.max(1, Number(params.get("page")) || 1),
    /** Whether any filter is set to another value than its initial one. A filter that shows all rows does not count. */
    isNarrowed: Object.keys(activeFilters).some(
      (name) => activeFilters[name] !== filters.find((filter) => filter.name === name)?.initialValue,
    ),
    optionOf,
    /** Changes one parameter of the address. An empty value removes it. */
    change: (name: string, value: string) =>
      changeParams((newParams) => {
        setParam(newParams, name, value);
        if (name !== "page") newParams.delete("page");
      }),
  };
}
