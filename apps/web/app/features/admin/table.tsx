import type { PageMeta } from "@kakehashi/contract/kit/page";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Button } from "../../kit/ui/button.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState, useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { download, toCsv } from "./csv.ts";
import styles from "./table.module.css";

export interface Column<T> {
  readonly title: string;
  /** Left out, the column is only exported. */
  readonly cell?: (row: T) => ReactNode;
  /** The cell's text in a CSV file; left out, the column is not exported. */
  readonly text?: (row: T) => string;
}
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { value: string; label: string }[];
  /** Chosen until something else is. */
  readonly initial?: string;
}
export type TableQuery = Readonly<Record<string, string | number>>;

interface Props<T> {
  /** Names the list: for the cache and for the exported file. */
  name: string;
  columns: readonly Column<T>[];
  filters?: readonly Filter[];
  /** Asks for a first and a last day, too: `from` and `to` of the query, as days of the calendar. */
  days?: boolean;
  load: (query: TableQuery, signal?: AbortSignal) => Promise<{ data: T[]; meta: PageMeta }>;
  keyOf: (row: T) => string;
  /** What else can be done with the list, such as beginning a new row. */
  action?: ReactNode;
}

const dayFields = [
  { name: "from", label: "fromDay" },
  { name: "to", label: "toDay" },
] as const;

/** Rows of one CSV file at most. */
const exported = 10_000;

/** A list with search, filters, pages and export; what is chosen stands in the address. */
export function Table<T>({ name, columns, filters = [], days = false, load, keyOf, action }: Props<T>) {
  const { t } = useTranslation(["admin", "common"]);
  const textOf = useErrorText();
  const [search, setSearch] = useSearchParams();
  const chosen: Record<string, string> = {};
  for (const filter of filters) {
    const value = search.get(filter.name) ?? filter.initial ?? "";
    if (value && value !== "ALL") chosen[filter.name] = value;
  }
  for (const { name } of days ? dayFields : []) {
    const day = search.get(name);
    if (day) chosen[name] = day;
  }
  if (search.get("search")) chosen.search = search.get("search") ?? "";
  const narrowed = Object.keys(chosen).some(
    (name) => chosen[name] !== filters.find((one) => one.name === name)?.initial,
  );
  const page = Math.max(1, Number(search.get("page")) || 1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["admin", name, chosen, page],
    queryFn: ({ signal }) => load({ ...chosen, page }, signal),
    placeholderData: keepPreviousData,
  });
  const { mutate: exportAll, isPending: exporting } = useMutation({
    mutationFn: async () => {
      const rows: T[] = [];
      for (let at = 1; rows.length < exported; at++) {
        const part = await load({ ...chosen, page: at, paging: 100 });
        rows.push(...part.data);
        if (!part.meta.has_more) break;
      }
      const shown = columns.filter(({ text }) => text);
      download(
        `${name}.csv`,
        toCsv([
          shown.map(({ title }) => title),
          ...rows.map((row) => shown.map(({ text }) => text?.(row) ?? "")),
        ]),
      );
    },
    onError: (failure) => toast(textOf(failure), "error"),
  });

  const visible = columns.filter(({ cell }) => cell);
  const change = (key: string, value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(key, value);
        else after.delete(key);
        if (key !== "page") after.delete("page");
        return after;
      },
      { replace: true },
    );

  return (
    <>
      <div className={styles.tools}>
        <input
          className={styles.search}
          type="search"
          defaultValue={chosen.search ?? ""}
          placeholder={t("search")}
          aria-label={t("search")}
          onChange={({ currentTarget }) => change("search", currentTarget.value.trim())}
        />
        {filters.map((filter) => (
          <label key={filter.name} className={styles.filter}>
            {filter.label}
            <select
              className={styles.choice}
              value={search.get(filter.name) ?? filter.initial ?? "ALL"}
              onChange={({ currentTarget }) => change(filter.name, currentTarget.value)}
            >
              <option value="ALL">{t("all")}</option>
              {filter.options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ))}
        {days &&
          dayFields.map(({ name, label }) => (
            <label key={name} className={styles.filter}>
              {t(label)}
              <input
                className={styles.choice}
                type="date"
                value={chosen[name] ?? ""}
                onChange={({ currentTarget }) => change(name, currentTarget.value)}
              />
            </label>
          ))}
        <Button className={styles.export ?? ""} onClick={() => exportAll()} loading={exporting}>
          {t("csv")}
        </Button>
        {action}
      </div>
      {error ? (
        <FailedState error={error} retry={refetch} />
      ) : isPending ? (
        <SkeletonRows count={6} label={t("common:loading")} />
      ) : data.data.length === 0 ? (
        <EmptyState
          {...(narrowed
            ? { title: t("none"), text: t("noneText") }
            : { title: t("empty"), text: t("emptyText") })}
        />
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard too */}
          <section className={styles.scroll} tabIndex={0} aria-label={t(`admin:title`)}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {visible.map(({ title }) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.data.map((row) => (
                  <tr key={keyOf(row)}>
                    {visible.map(({ title, cell }) => (
                      <td key={title}>{cell?.(row)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <div className={styles.pager}>
            <span role="status">
              {t("page", {
                from: (data.meta.page - 1) * data.meta.paging + 1,
                to: Math.min(data.meta.page * data.meta.paging, data.meta.total),
                total: data.meta.total,
              })}
            </span>
            <Button disabled={page <= 1} onClick={() => change("page", String(page - 1))}>
              {t("previous")}
            </Button>
            <Button disabled={!data.meta.has_more} onClick={() => change("page", String(page + 1))}>
              {t("next")}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
