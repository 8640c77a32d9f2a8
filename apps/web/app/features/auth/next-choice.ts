import type { Account } from "@kakehashi/contract/users";
import { safeNext } from "../../kit/guard.ts";

/**
 * Where a person goes who has just signed in or chosen: to what they still have to choose before they act (spec §6),
 * with the way back kept, else back.
 */
export function nextChoice(
  account: Pick<Account, "role" | "account_type" | "working_language">,
  next: string | null,
): string {
  const back = safeNext(next);
  const open =
    account.role === "user"
      ? "/role"
      : account.account_type === null
        ? "/type_account"
        : account.working_language === null
          ? "/working_language"
          : null;
  if (!open) return back;
  return back === "/home" ? open : `${open}?next=${encodeURIComponent(back)}`;
}
