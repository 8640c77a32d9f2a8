import { afterEach, expect, test, vi } from "vitest";
import { type Bus, createMemoryBus } from "../../kit/bus.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createClosablePages } from "./service.ts";

const { server } = await setUpTestServer();
afterEach(() => vi.useRealTimers());

/** Closes a page only in the database. This simulates another process whose bus message was lost. */
const closeRegisterPage = () => server.db.pool.query("insert into closed_pages (page) values ('/register')");
afterEach(() => server.db.pool.query("delete from closed_pages"));

const createPagesWithBus = (bus: Partial<Bus>) =>
  createClosablePages({ db: server.db.kysely, bus: { ...createMemoryBus(), ...bus } });

test("while the bus is away, a page that another process switched off is believed open for seconds only", async () => {
  const [pagesWithReachableBus, pagesWithUnreachableBus] = [true, false].map((isReachable) =>
    createPagesWithBus({ isReachable: () => isReachable }),
  );
  expect([await pagesWithReachableBus?.closed(), await pagesWithUnreachableBus?.closed()]).toEqual([[], []]);
  await closeRegisterPage();
  vi.useFakeTimers({ now: Date.now() + 9_000, toFake: ["Date"] });
  expect(await pagesWithUnreachableBus?.closed()).toEqual(["/register"]);
  // The message bus is connected and would have reported a change, so this process uses its cached list.
  expect(await pagesWithReachableBus?.closed()).toEqual([]);
  pagesWithReachableBus?.close();
  pagesWithUnreachableBus?.close();
});

test("what was switched while the bus lost news is not believed any more", async () => {
  const listeners = new Set<() => void>();
  const pages = createPagesWithBus({
    onMessagesLost(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  expect(await pages.closed()).toEqual([]);
  await closeRegisterPage();
  for (const listener of listeners) listener();
  expect(await pages.closed()).toEqual(["/register"]);
  pages.close();
  expect(listeners.size).toBe(0);
});
