import type { Bot } from "@kakehashi/contract/bots";
import { Suspense } from "react";
import { BotSettings } from "../../features/bots/settings.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyComponent } from "../../kit/ui/part.tsx";

const BotTranslations = createLazyComponent<{ bot: Bot }>(async () => {
  const [translationsModule] = await Promise.all([
    import("../../features/stories/bot-translations.tsx"),
    loadTexts("stories"),
  ]);
  return translationsModule.BotTranslationStatusSection;
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
