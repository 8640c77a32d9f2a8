import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { TFunction } from "i18next";

/** The names of the platforms. They are product names, so they are the same in every language. */
export const formatPlatformName = (platform: BotPlatform, t: TFunction<"bots">): string =>
  platform === "MESSENGER" ? "Messenger" : platform === "ZALO" ? "Zalo" : t("platform_WEB");
