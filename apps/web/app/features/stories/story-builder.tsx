import type { BotFlow, BotFlowListItem } from "@kakehashi/contract/bot-flows";
import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { findPublishingProblems } from "@kakehashi/contract/flows/validate";
import { isLanguage } from "@kakehashi/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { ReactFlowProvider } from "@xyflow/react";
import { memo, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { useStoreValue } from "../../kit/store.ts";
import { toast } from "../../kit/toast.ts";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import { createStoryAutosave, type StoryAutosave } from "./autosave.ts";
import { BuilderProvider, type StoryBuilderValues } from "./builder.ts";
import { StoryCanvas } from "./canvas.tsx";
import { createStoryEditor, EditorProvider, type StoryEditor, useEditor } from "./editor.ts";
import { useEditorKeys } from "./editor-keys.ts";
import { findBlock } from "./edits.ts";
import { createProblemFinder } from "./problem-finder.ts";
import { cacheStory, storiesQuery } from "./queries.ts";
import { SidePane } from "./side-pane.tsx";
import { SwitchedOffStoryNote } from "./story-actions.tsx";
import styles from "./story-builder.module.css";
import { refetchBotTranslationStatus } from "./text-queries.ts";
import { StoryToolbar } from "./toolbar.tsx";

interface StoryBuilderProps {
  bot: Bot;
  /** The story as it was when the page opened. Later states are only in the editor. */
  story: BotFlow;
}

/** The story builder: a toolbar, the canvas, and a pane beside it. */
export function StoryBuilder({ bot, story }: StoryBuilderProps) {
  const { t, i18n } = useTranslation("stories");
  const [editor] = useState<StoryEditor>(() => {
    const readerLanguage = bot.languages.find(
      (botLanguage) => botLanguage === i18n.language && isLanguage(botLanguage),
    );
    return createStoryEditor(story.draft, readerLanguage ?? bot.languages[0] ?? "en");
  });
  const blockKindsOf = (ids: readonly string[]) =>
    ids
      .flatMap((id) => findBlock(editor.get().flow, id)?.block ?? [])
      .map(({ type }) => t(`type_${type}`))
      .join(", ");
  const [autosave] = useState<StoryAutosave>(() =>
    createStoryAutosave({
      editor,
      botId: bot.id,
      story,
      onResponse: (savedStory) => cacheStory(bot.id, savedStory),
      onBlocksOverwritten: (ids) => toast(t("overwrittenToast", { names: blockKindsOf(ids) })),
      onBlocksReturned: (ids) => toast(t("returnedToast", { names: blockKindsOf(ids) })),
    }),
  );
  useEffect(() => autosave.start(), [autosave]);
  useLiveStory(bot.id, story.id, autosave);
  return (
    <EditorProvider value={editor}>
      <StoryProviders bot={bot} story={story}>
        <ReactFlowProvider>
          <BuilderScreen autosave={autosave} />
        </ReactFlowProvider>
      </StoryProviders>
    </EditorProvider>
  );
}

/** Merges other people's changes of the story as soon as they are saved. */
function useLiveStory(botId: string, storyId: string, autosave: StoryAutosave): void {
  useEffect(() => {
    const unsubscribeEvents = onPersonalEvent((event) => {
      if (event.type === "BOT_TEXTS_CHANGED" && event.bot_id === botId)
        void refetchBotTranslationStatus(botId);
      if (event.type !== "BOT_STORY_CHANGED" || event.bot_id !== botId) return;
      void refetchBotTranslationStatus(botId);
      if (event.flow_id === storyId) void autosave.pull();
      else void getQueryClient().invalidateQueries({ queryKey: storiesQuery(botId).queryKey });
    });
    // While the connection was lost, other people may have saved changes. So fetch them.
    const unsubscribeConnects = onLiveConnect(() => void autosave.pull());
    return () => {
      unsubscribeEvents();
      unsubscribeConnects();
    };
  }, [botId, storyId, autosave]);
}

/**
 * Returns only the stories' ids and names. The list of stories is refetched after each save, but usually no name
 * changes. Then the result is the same object and nothing re-renders.
 */
const namesOfStories = (stories: readonly Pick<BotFlowListItem, "id" | "name">[]) =>
  stories.map(({ id, name }) => ({ id, name }));

function StoryProviders({
  bot,
  story: { id: storyId, name },
  children,
}: StoryBuilderProps & { children: ReactNode }) {
  const editor = useEditor();
  const { data: stories } = useQuery({ ...storiesQuery(bot.id), select: namesOfStories });
  const { languages, platforms, request_hosts: allowedRequestHosts } = bot;
  const storyNames = useMemo(
    () => new Map((stories ?? [{ id: storyId, name }]).map((story) => [story.id, story.name])),
    [stories, storyId, name],
  );
  const areNamesLoaded = stories !== undefined;
  const findProblems = useCallback(
    (flow: Flow) =>
      findFlowProblems(flow, {
        languages,
        platforms,
        flowId: storyId,
        allowedRequestHosts,
        storyNames: areNamesLoaded ? storyNames : undefined,
      }),
    [languages, platforms, allowedRequestHosts, storyId, areNamesLoaded, storyNames],
  );
  const problemFinder = useMemo(() => createProblemFinder(editor, findProblems), [editor, findProblems]);
  useEffect(() => problemFinder.start(), [problemFinder]);
  const canEdit = canDoWithBot(bot.part, "edit");
  const builder = useMemo(
    (): StoryBuilderValues => ({
      botId: bot.id,
      storyId,
      canEdit,
      languages,
      platforms,
      storyNames,
      problemFinder,
    }),
    [bot.id, storyId, canEdit, languages, platforms, storyNames, problemFinder],
  );
  return <BuilderProvider value={builder}>{children}</BuilderProvider>;
}

interface ProblemFinderOptions extends Pick<Bot, "languages" | "platforms"> {
  readonly flowId: string;
  readonly allowedRequestHosts: readonly string[];
  /**
   * The names of the bot's stories by id. Undefined while they load. Jumps to other stories are checked only after they
   * have loaded.
   */
  readonly storyNames: ReadonlyMap<string, string> | undefined;
}

const findFlowProblems = (flow: Flow, { storyNames, ...options }: ProblemFinderOptions) =>
  findPublishingProblems(flow, { ...options, ...(storyNames && { flowIds: new Set(storyNames.keys()) }) });

/**
 * The content of the story builder. It has no state itself, so a change of the story re-renders only the components
 * that subscribe to it.
 */
const BuilderScreen = memo(function BuilderScreenContent({ autosave }: { autosave: StoryAutosave }) {
  useEditorKeys();
  return (
    <div className={styles.screen}>
      <LeaveWarning autosave={autosave} />
      <StoryToolbar autosave={autosave} />
      <SwitchedOffStoryNote />
      <div className={styles.parts}>
        <StoryCanvas />
        <SidePane />
      </div>
    </div>
  );
});

function LeaveWarning({ autosave }: { autosave: StoryAutosave }) {
  const { t } = useTranslation("stories");
  const state = useStoreValue(autosave.state);
  useLeaveWarning(state.kind === "failed", {
    title: t("leaveTitle"),
    text: t("leaveText"),
    actionLabel: t("leaveAction"),
  });
  return null;
}
