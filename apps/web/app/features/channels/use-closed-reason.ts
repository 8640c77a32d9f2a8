import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { platformNames } from "./platforms.ts";
import { useReplyWindowState } from "./use-window-state.ts";

/** Returns the reason why nobody can write to the customer now. Returns undefined if people can write. */
export function useCannotWriteReason(talk: OutsideTalkDetail): string | undefined {
  const { t } = useTranslation(["channels", "bots"]);
  const { openTo } = useReplyWindowState(talk.window);
  const { page, is_blocked, state } = talk;
  if (is_blocked) return t("blockedReason");
  if (page.state === "DISCONNECTED") return t("gone");
  if (state === "CLOSED") return t("bots:chatClosedNote");
  if (openTo === "over") return t("overText", { platform: platformNames[page.platform] });
  return undefined;
}
