import { hash } from "node:crypto";
import { foldKeepingAccents } from "@kakehashi/contract/translation-checks/folded";

/**
 * Returns the key by which the translation memory finds equal texts. Ignores width and case, like the column
 * `source_key` of `memory_units`. Null for a blank text.
 */
export function sourceKeyOf(text: string): string | null {
  const folded = foldKeepingAccents(text);
  return folded === "" ? null : hash("md5", folded, "hex");
}
