import type { Bot } from "@kakehashi/contract/bots";
import { Suspense } from "react";
import { BotSettings } from "../../features/bots/settings.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyPart } from "../../kit/ui/part.tsx";

const BotTranslations = createLazyPart<{ bot: Bot }>(async () => {
  const [part] = await Promise.all([
    import("../../features/stories/bot-translations.tsx"),
    loadTexts("stories"),
  ]);
  return part.BotTranslations;
});

/** The settings of a bot, and its texts that wait for a translation. */
export function BotSettingsPage({ bot }: { bot: Bot }) {
  return (
    <BotSettings bot={bot}>
      <Suspense fallback={null}>
        <BotTranslations bot={bot} />
      </Suspense>
    </BotSettings>
  );
}
