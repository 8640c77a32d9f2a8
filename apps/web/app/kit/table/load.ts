import type { PageMeta } from "@kakehashi/contract/kit/page";

/** What is chosen, the page and, for an export, its length. */
export type TableQuery = Readonly<Record<string, string | number>>;
export type LoadRows<T> = (query: TableQuery, signal?: AbortSignal) => Promise<{ data: T[]; meta: PageMeta }>;
