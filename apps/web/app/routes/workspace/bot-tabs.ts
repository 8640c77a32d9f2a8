import type { Bot } from "@kakehashi/contract/bots";
import type { ComponentProps, ComponentType } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import type { Page } from "../../kit/ui/page.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";

interface BotTabProps {
  readonly bot: Bot;
  /** The last part of the page's address, for example a story's id. */
  readonly itemId: string | undefined;
}

interface BotTab {
  /** The name of the tab in the address `/bots/{id}/{part}`. */
  readonly part: string;
  /** The text key of the tab's name, in the text file `bots`. */
  readonly name:
    | "tab_settings"
    | "tab_story"
    | "tab_phrases"
    | "tab_articles"
    | "tab_livechat"
    | "tab_sessions"
    | "tab_canned"
    | "tab_broadcast"
    | "tab_channels";
  readonly width: ComponentProps<typeof Page>["width"];
  /** The content of the tab. Opening the tab loads its code and, if there is one, its text file. */
  readonly Content: ComponentType<BotTabProps>;
}

/**
 * The pages of a bot, in the order of their tabs. The first page has the bot's own address. To add a tab, add an entry
 * here.
 */
export const botTabs: readonly [BotTab, ...BotTab[]] = [
  {
    part: "",
    name: "tab_settings",
    width: "text",
    Content: createLazyComponent<BotTabProps>(
      async () => (await import("./bot-settings.tsx")).BotSettingsPage,
    ),
  },
  {
    part: "story",
    name: "tab_story",
    width: "text",
    Content: createLazyComponent<BotTabProps>(async () => {
      const [{ StoryList }] = await Promise.all([
        import("../../features/stories/list.tsx"),
        loadTexts("stories"),
      ]);
      return StoryList;
    }),
  },
  {
    part: "phrase",
    name: "tab_phrases",
    width: "text",
    Content: createLazyComponent<BotTabProps>(async () => {
      // This tab contains a sortable list, whose texts are in the text file of tables.
      const [{ BotPhrases }] = await Promise.all([
        import("../../features/bots/phrases.tsx"),
        loadTexts("table"),
      ]);
      return BotPhrases;
    }),
  },
  {
    part: "article",
    name: "tab_articles",
    width: "text",
    Content: createLazyComponent<BotTabProps>(
      async () => (await import("../../features/bots/articles.tsx")).BotArticles,
    ),
  },
  {
    part: "livechat",
    name: "tab_livechat",
    width: "own",
    Content: createLazyComponent<BotTabProps>(async () => (await import("./bot-livechat.tsx")).BotLivechat),
  },
  {
    part: "sessions",
    name: "tab_sessions",
    width: "text",
    Content: createLazyComponent<BotTabProps>(async () => {
      const [{ SessionList }] = await Promise.all([
        import("../../features/stories/session-list.tsx"),
        loadTexts("stories"),
      ]);
      return SessionList;
    }),
  },
  {
    part: "canned",
    name: "tab_canned",
    width: "text",
    Content: createLazyComponent<BotTabProps>(
      async () => (await import("../../features/bots/canned.tsx")).BotCannedAnswers,
    ),
  },
  {
    part: "broadcast",
    name: "tab_broadcast",
    width: "text",
    Content: createLazyComponent<BotTabProps>(async () => {
      // The results of a broadcast contain a table, whose texts are in the text file of tables.
      const [{ BotBroadcasts }] = await Promise.all([
        import("../../features/bots/broadcasts.tsx"),
        loadTexts("broadcasts"),
        loadTexts("table"),
      ]);
      return BotBroadcasts;
    }),
  },
  {
    part: "channels",
    name: "tab_channels",
    width: "wide",
    Content: createLazyComponent<BotTabProps>(async () => {
      const [{ BotChannels }] = await Promise.all([
        import("../../features/channels/bot-channels.tsx"),
        loadTexts("channels"),
      ]);
      return BotChannels;
    }),
  },
];

/** The page with the editor of a story. It has no tabs. */
export const LazyStoryPage = createLazyComponent<{ botId: string; storyId: string }>(async () => {
  const [{ StoryPage }] = await Promise.all([
    import("../../features/stories/story-page.tsx"),
    loadTexts("stories"),
  ]);
  return StoryPage;
});

/** The page that shows what happened in a visitor's session. It has no tabs. */
export const LazyReplayPage = createLazyComponent<{ botId: string; sessionId: string }>(async () => {
  const [{ ReplayPage }] = await Promise.all([
    import("../../features/stories/replay-page.tsx"),
    loadTexts("stories"),
  ]);
  return ReplayPage;
});

/**
 * The page to which Facebook or Zalo redirects a person who wants to connect pages to a bot. There the person chooses
 * the pages.
 */
export const LazyChannelCallback = createLazyComponent<object>(async () => {
  const [{ ChannelCallback }] = await Promise.all([
    import("../../features/channels/callback.tsx"),
    loadTexts("channels"),
  ]);
  return ChannelCallback;
});
