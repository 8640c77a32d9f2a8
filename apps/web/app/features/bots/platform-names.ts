import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { TFunction } from "i18next";

/**
 * Returns the display name of a platform. Messenger and Zalo are product names, so they are the same in every language.
 * The name of the web is translated.
 */
export const formatPlatformName = (platform: BotPlatform, t: TFunction<"bots">): string =>
  platform === "MESSENGER" ? "Messenger" : platform === "ZALO" ? "Zalo" : t("platform_WEB");
