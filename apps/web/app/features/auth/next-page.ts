import type { Account } from "@kakehashi/contract/users";
import { choiceGuards, redirectAddress, safeNextAddress } from "../../kit/guard.ts";
import { toVisitor } from "./session.ts";

/**
 * Returns the address to open after a sign-in, and after each question for new people (docs/rules.md). While a question
 * is unanswered, this is the page of that question, with the return address in its query. Otherwise it is the return
 * address.
 */
export function nextPageFor(
  account: Pick<Account, "role" | "account_type" | "working_language">,
  returnAddress: string | null,
): string {
  const returnPath = safeNextAddress(returnAddress);
  const unansweredChoicePage = redirectAddress(choiceGuards, toVisitor(account), {
    pathname: returnPath,
    search: "",
  });
  // Remove the query parameter `next` if it names the start page, because the start page opens by default.
  return unansweredChoicePage?.replace(`?next=${encodeURIComponent("/home")}`, "") ?? returnPath;
}
