import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";
import { LoadedContent } from "../ui/loaded.tsx";
import { EmptyState } from "../ui/states.tsx";
import type { TableColumn } from "./column.ts";
import type { LoadRows } from "./load.ts";
import { Pager } from "./pager.tsx";
import { type GetRowTarget, RowsOrCards } from "./rows.tsx";
import tools from "./tools.module.css";
import { TableTools } from "./tools.tsx";
import { useCsvExport } from "./use-csv-export.ts";
import { type TableFilter, useTableFilters } from "./use-filters.ts";

interface TableProps<T> {
  /** The accessible name of the table. */
  label: string;
  /** The query key of the list. */
  queryKey: readonly string[];
  /** The name of the exported file, without its extension. */
  fileName: string;
  columns: readonly TableColumn<T>[];
  filters?: readonly TableFilter[];
  /** Whether the list can be filtered by a first and a last day. The query parameters are `from` and `to`. */
  hasDayFilter?: boolean;
  load: LoadRows<T>;
  keyOf: (row: T) => string;
  openRow?: GetRowTarget<T>;
  /** Returns the text for an empty list with these filters. The default is a general sentence. */
  emptyText?: (
    activeFilters: Readonly<Record<string, string>>,
  ) => { title: string; text?: string } | undefined;
  /** Further buttons above the table, such as one that adds a row. */
  action?: ReactNode;
}

/** A list with search, filters, pages and export. It needs the text file `i18n/en/table.ts`. */
export function Table<T>(props: TableProps<T>) {
  const {
    label,
    queryKey,
    fileName,
    columns,
    filters = [],
    hasDayFilter = false,
    load,
    emptyText,
    action,
  } = props;
  const { t } = useTranslation("table");
  const filterState = useTableFilters(filters, hasDayFilter);
  const { chosen, page, isNarrowed, change } = filterState;
  const query = useQuery({
    queryKey: [...queryKey, chosen, page],
    queryFn: ({ signal }) => load({ ...chosen, page }, signal),
    placeholderData: keepPreviousData,
  });
  const { mutate: exportAll, isPending: isExporting } = useCsvExport(fileName, columns, load, chosen);
  const emptyState =
    emptyText?.(chosen) ??
    (isNarrowed ? { title: t("none"), text: t("noneText") } : { title: t("empty"), text: t("emptyText") });

  return (
    <>
      <TableTools filters={filters} hasDayFilter={hasDayFilter} filterState={filterState}>
        <Button className={tools.export ?? ""} onClick={() => exportAll()} loading={isExporting}>
          {t("csv")}
        </Button>
        {action}
      </TableTools>
      <LoadedContent query={query} rows={6}>
        {({ data: rows, meta }) =>
          rows.length === 0 ? (
            <EmptyState {...emptyState} />
          ) : (
            <>
              <RowsOrCards {...props} rows={rows} label={label} />
              <Pager meta={meta} page={page} onChange={(newPage) => change("page", String(newPage))} />
            </>
          )
        }
      </LoadedContent>
    </>
  );
}
