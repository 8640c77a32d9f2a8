import { hash } from "node:crypto";
import { foldForMatch } from "@kakehashi/contract/translation-checks/folded";

/**
 * The key under which the memory finds the very same words, whatever their width and case: as `source_key` of
 * `memory_units`. Null for a text that is blank.
 */
export function sourceKeyOf(text: string): string | null {
  const folded = foldForMatch(text);
  return folded === "" ? null : hash("md5", folded, "hex");
}
