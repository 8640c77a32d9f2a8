import type { Account } from "@kakehashi/contract/users";
import { choiceGuards, redirectAddress, safeNextAddress } from "../../kit/guard.ts";
import { toVisitor } from "./session.ts";

/**
 * Returns the address to open after a sign-in, or after a new person has answered a question. If the person must still
 * answer another question (docs/rules.md), returns the page of that question, with the return address as a parameter.
 * Otherwise returns the return address.
 */
export function nextPageFor(
  account: Pick<Account, "role" | "account_type" | "working_language">,
  returnAddress: string | null,
): string {
  const returnPath = safeNextAddress(returnAddress);
  const openChoicePage = redirectAddress(choiceGuards, toVisitor(account), {
    pathname: returnPath,
    search: "",
  });
  // The start page is the default return address, so the address does not name it.
  return openChoicePage?.replace(`?next=${encodeURIComponent("/home")}`, "") ?? returnPath;
}
