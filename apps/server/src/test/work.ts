import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { passwordWork } from "../features/auth/passwords.ts";

/**
 * What a call made the server do, in its order: each statement as it was sent, and each password that was hashed. What
 * runs meanwhile for somebody else, or afterwards in a job, is not in it. Two calls that did the same took the same time.
 */
export async function workOf(act: () => Promise<unknown>): Promise<string[]> {
  const scope = new AsyncLocalStorage<string[]>();
  const note = (what: unknown) => scope.getStore()?.push(String(what));
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    note(typeof first === "object" && first !== null && "text" in first ? first.text : first);
    return Reflect.apply(query, this, given);
  } as typeof query;
  passwordWork.subscribe(note);
  try {
    const work: string[] = [];
    await scope.run(work, act);
    return work;
  } finally {
    pg.Client.prototype.query = query;
    passwordWork.unsubscribe(note);
  }
}
