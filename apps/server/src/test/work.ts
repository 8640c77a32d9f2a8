import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { passwordHashDiagnosticsChannel } from "../features/auth/passwords.ts";

/**
 * Returns the work that the server does for a request, in order: each SQL statement and each hashed password. Leaves
 * out the work for other requests and for later jobs. Two requests with the same work take about the same time, so an
 * attacker learns nothing from how long they take.
 */
export async function recordQueriesAndHashes(runTask: () => Promise<unknown>): Promise<string[]> {
  const recordedWork = new AsyncLocalStorage<string[]>();
  const recordEntry = (entry: unknown) => recordedWork.getStore()?.push(String(entry));
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...queryArguments: unknown[]) {
    const [firstArgument] = queryArguments;
    recordEntry(
      typeof firstArgument === "object" && firstArgument !== null && "text" in firstArgument
        ? firstArgument.text
        : firstArgument,
    );
    return Reflect.apply(query, this, queryArguments);
  } as typeof query;
  passwordHashDiagnosticsChannel.subscribe(recordEntry);
  try {
    const workEntries: string[] = [];
    await recordedWork.run(workEntries, runTask);
    return workEntries;
  } finally {
    pg.Client.prototype.query = query;
    passwordHashDiagnosticsChannel.unsubscribe(recordEntry);
  }
}
