import { type ClosablePage, closablePages } from "@kakehashi/contract/pages";
import type { Kysely } from "kysely";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";

const pagesChangedSubject = "pages.changed";
/**
 * Milliseconds for which the cached list of closed pages is used. While the message bus is connected, each change
 * clears the cache of every process at once, so the list can be cached for longer.
 */
const cacheMs = 30_000;
const cacheWithoutBusMs = 5_000;

export type ClosablePages = ReturnType<typeof createClosablePages>;

/** Manages the pages that an admin has closed. The server also refuses the API requests of closed pages. */
export function createClosablePages({ db, bus }: { db: Kysely<DB>; bus: Bus }) {
  let cachedPages: { loadedAt: number; pages: Promise<readonly ClosablePage[]> } | undefined;
  const clearClosedPagesCache = () => {
    cachedPages = undefined;
  };
  const unsubscribers = [
    bus.subscribe(pagesChangedSubject, clearClosedPagesCache),
    bus.onMessagesLost(clearClosedPagesCache),
  ];

  async function loadClosedPages(): Promise<readonly ClosablePage[]> {
    const rows = await db.selectFrom("closed_pages").select("page").execute();
    return closablePages.filter((page) => rows.some((row) => row.page === page));
  }

  function listClosedPages(): Promise<readonly ClosablePage[]> {
    if (cachedPages && Date.now() - cachedPages.loadedAt < (bus.isReachable() ? cacheMs : cacheWithoutBusMs))
      return cachedPages.pages;
    const entry = { loadedAt: Date.now(), pages: loadClosedPages() };
    cachedPages = entry;
    entry.pages.catch(() => {
      if (cachedPages === entry) cachedPages = undefined;
    });
    return entry.pages;
  }

  return {
    closed: async () => [...(await listClosedPages())],

    async assertOpen(page: ClosablePage): Promise<void> {
      if ((await listClosedPages()).includes(page)) throw new AppError("PAGE.CLOSED");
    },

    async setClosed(author: AuditAuthor, page: ClosablePage, isClosed: boolean): Promise<ClosablePage[]> {
      await db.transaction().execute(async (tx) => {
        if (isClosed) {
          await tx
            .insertInto("closed_pages")
            .values({ page })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        } else await tx.deleteFrom("closed_pages").where("page", "=", page).execute();
        await recordAudit(tx, author, isClosed ? "page.close" : "page.open", null, { page });
      });
      bus.publish(pagesChangedSubject, "");
      return [...(await loadClosedPages())];
    },

    close(): void {
      for (const unsubscribe of unsubscribers) unsubscribe();
    },
  };
}
