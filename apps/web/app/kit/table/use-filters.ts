import { useSearchParams } from "react-router";

export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { value: string; label: string }[];
  /** The option that is selected until the reader selects another one. */
  readonly initial?: string;
}

/** The option that shows everything. */
export const everything = "ALL";

/** The names of the parameters for the first and the last day. */
export const dayNames = ["from", "to"] as const;

export type Filters = ReturnType<typeof useFilters>;

/** The filters and the page of a list. Both are in the page's address. */
export function useFilters(filters: readonly Filter[], days: boolean) {
  const [address, setAddress] = useSearchParams();
  const optionOf = ({ name, initial }: Filter) => address.get(name) ?? initial ?? "";

  const chosen: Record<string, string> = {};
  for (const filter of filters) {
    const value = optionOf(filter);
    if (value && value !== everything) chosen[filter.name] = value;
  }
  for (const name of [...(days ? dayNames : []), "search"]) {
    const value = address.get(name);
    if (value) chosen[name] = value;
  }

  return {
    /** The parameters of the query. */
    chosen,
    page: Math.max(1, Number(address.get("page")) || 1),
    /** Whether the reader set any filter. */
    narrowed: Object.keys(chosen).some(
      (name) => chosen[name] !== filters.find((one) => one.name === name)?.initial,
    ),
    optionOf,
    /** Changes one parameter of the address. An empty value removes it. */
    change: (name: string, value: string) =>
      setAddress(
        (before) => {
          const after = new URLSearchParams(before);
          if (value) after.set(name, value);
          else after.delete(name);
          if (name !== "page") after.delete("page");
          return after;
        },
        { replace: true },
      ),
  };
}
