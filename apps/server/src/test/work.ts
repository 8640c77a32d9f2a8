import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { passwordHashChannel } from "../features/auth/passwords.ts";

/**
 * Returns the work that the server does for a request, in order: each SQL statement and each hashed password. Leaves
 * out the work for other requests and for later jobs. Two requests with the same work take about the same time, so an
 * attacker learns nothing from how long they take.
 */
export async function recordWork(call: () => Promise<unknown>): Promise<string[]> {
  const recordedWork = new AsyncLocalStorage<string[]>();
  const recordEntry = (entry: unknown) => recordedWork.getStore()?.push(String(entry));
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...queryArguments: unknown[]) {
    const [first] = queryArguments;
    recordEntry(typeof first === "object" && first !== null && "text" in first ? first.text : first);
    return Reflect.apply(query, this, queryArguments);
  } as typeof query;
  passwordHashChannel.subscribe(recordEntry);
  try {
    const work: string[] = [];
    await recordedWork.run(work, call);
    return work;
  } finally {
    pg.Client.prototype.query = query;
    passwordHashChannel.unsubscribe(recordEntry);
  }
}
