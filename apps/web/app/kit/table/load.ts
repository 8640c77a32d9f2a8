import type { PageMeta } from "@kakehashi/contract/kit/page";

/** The query of a list request: the filters, the page number and, for an export, the page length. */
export type TableRequestQuery = Readonly<Record<string, string | number>>;
export type LoadRows<T> = (
  query: TableRequestQuery,
  signal?: AbortSignal,
) => Promise<{ data: T[]; meta: PageMeta }>;
