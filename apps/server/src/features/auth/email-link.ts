import type { EmailChangeLink, EmailChangeLinkKind } from "@kakehashi/contract/email-change";
import type { EmailChangeRow } from "./email-change-store.ts";

/**
 * The state of a link that cannot be used: it does not exist, or its change of the e-mail address was cancelled or
 * replaced.
 */
export const unusableEmailLinkState: EmailChangeLink = { state: "dead", kind: null };

function findLinkKind(row: EmailChangeRow, hash: Buffer): EmailChangeLinkKind {
  if (row.undo_hash?.equals(hash)) return "undo";
  return row.old_hash?.equals(hash) ? "old" : "new";
}

/** The state of a mailed link that confirms or undoes a change of an e-mail address. */
export function toEmailLinkState(row: EmailChangeRow, hash: Buffer): EmailChangeLink {
  const kind = findLinkKind(row, hash);
  if (row.undone_at) return { state: "undone", kind };
  if (row.cancelled_at) return unusableEmailLinkState;
  if (kind === "undo") return { state: row.undo_over ? "expired" : "open", kind };
  if (row.done_at) return { state: "done", kind };
  if (row.expired) return { state: "expired", kind };
  const confirmedAt = kind === "old" ? row.old_confirmed_at : row.new_confirmed_at;
  return { state: confirmedAt ? "half" : "open", kind };
}
