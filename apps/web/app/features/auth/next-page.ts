import type { Account } from "@kakehashi/contract/users";
import { findRedirectPath, onboardingGuards, toSafeNextPath } from "../../kit/guard.ts";
import { toGuardVisitor } from "./session.ts";

/**
 * Returns the page to open after a sign-in, and after a new person has answered one of the first questions
 * (docs/rules.md). If a question is still unanswered, this is the page of that question, with `returnAddress` in its
 * query. Otherwise it is `returnAddress` itself.
 */
export function nextPageFor(
  account: Pick<Account, "role" | "account_type" | "working_language">,
  returnAddress: string | null,
): string {
  const returnPath = toSafeNextPath(returnAddress);
  const unansweredChoicePage = findRedirectPath(onboardingGuards, toGuardVisitor(account), {
    pathname: returnPath,
    search: "",
  });
  // Omit the query parameter `next` if it names the start page, because the start page opens anyway.
  return unansweredChoicePage?.replace(`?next=${encodeURIComponent("/home")}`, "") ?? returnPath;
}
