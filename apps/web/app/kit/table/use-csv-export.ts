import { maximumLongRowPageSize } from "@kakehashi/contract/kit/page";
import { useMutation } from "@tanstack/react-query";
import type { TableColumn } from "./column.ts";
import { downloadCsvText, toCsv } from "./csv.ts";
import type { LoadRows } from "./load.ts";

/** A CSV file contains at most this many rows. */
const maxExportedRows = 10_000;

/** Exports all pages of a list as one CSV file. */
export function useCsvExport<T>(
  fileName: string,
  columns: readonly TableColumn<T>[],
  loadRows: LoadRows<T>,
  activeFilters: Readonly<Record<string, string>>,
) {
  return useMutation({
    mutationFn: async () => {
      const rows: T[] = [];
      for (let page = 1; rows.length < maxExportedRows; page++) {
        const { data, meta } = await loadRows({ ...activeFilters, page, paging: maximumLongRowPageSize });
        rows.push(...data);
        if (!meta.has_more) break;
      }
      const exportedColumns = columns.filter(({ csvText }) => csvText);
      downloadCsvText(
        `${fileName}.csv`,
        toCsv([
          exportedColumns.map(({ title }) => title),
          ...rows.map((row) => exportedColumns.map(({ csvText }) => csvText?.(row) ?? "")),
        ]),
      );
    },
  });
}
