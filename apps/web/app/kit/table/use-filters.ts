import { useSearchParams } from "react-router";

export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { value: string; label: string }[];
  /** Chosen until something else is. */
  readonly initial?: string;
}

/** The option that narrows nothing. */
export const everything = "ALL";

/** The first and the last day, as parameters of the query. */
export const dayNames = ["from", "to"] as const;

export type Filters = ReturnType<typeof useFilters>;

/** What a list is narrowed to and which page of it is shown. Both stand in the page's address. */
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
    /** Whether the reader chose any of it. */
    narrowed: Object.keys(chosen).some(
      (name) => chosen[name] !== filters.find((one) => one.name === name)?.initial,
    ),
    optionOf,
    /** An empty value takes the parameter away. */
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
