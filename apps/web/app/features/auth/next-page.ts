import type { Account } from "@kakehashi/contract/users";
import { choiceGuards, redirection, safeNext } from "../../kit/guard.ts";
import { toVisitor } from "./session.ts";

/**
 * Where to go after signing in or choosing: to the next open choice (docs/rules.md) with the way back in the address,
 * else back.
 */
export function nextPageFor(
  account: Pick<Account, "role" | "account_type" | "working_language">,
  returnAddress: string | null,
): string {
  const returnPath = safeNext(returnAddress);
  const openChoicePage = redirection(choiceGuards, toVisitor(account), { pathname: returnPath, search: "" });
  // The start page is the default, so it is left out of the address.
  return openChoicePage?.replace(`?next=${encodeURIComponent("/home")}`, "") ?? returnPath;
}
