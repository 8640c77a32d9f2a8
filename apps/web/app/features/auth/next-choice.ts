import type { Account } from "@kakehashi/contract/users";
import { choices, redirection, safeNext } from "../../kit/guard.ts";
import { visitorOf } from "./session.ts";

/**
 * Where a person goes who has just signed in or chosen: to what they still have to choose before they act (docs/rules.md),
 * with the way back kept, else back.
 */
export function nextChoice(
  account: Pick<Account, "role" | "account_type" | "working_language">,
  next: string | null,
): string {
  const back = safeNext(next);
  const open = redirection(choices, visitorOf(account), { pathname: back, search: "" });
  // Everybody comes to the start page in the end: it need not be said.
  return open?.replace(`?next=${encodeURIComponent("/home")}`, "") ?? back;
}
