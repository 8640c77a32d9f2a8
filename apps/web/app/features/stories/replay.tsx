import type { BotSessionTurn, getBotSession } from "@kakehashi/contract/bot-sessions";
import type { Bot } from "@kakehashi/contract/bots";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { AnswerOf } from "@kakehashi/contract/kit/endpoint";
import { isSameSession } from "@kakehashi/contract/schemas/flows/replay";
import type { ReplayStep } from "@kakehashi/contract/schemas/flows/replay-turn";
import { useQuery } from "@tanstack/react-query";
import { ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { FailedState } from "../../kit/ui/states.tsx";
import { BuilderProvider, type StoryBuilderValues } from "./builder.ts";
import { StoryCanvas } from "./canvas.tsx";
import { dateVariableNamesOf } from "./date-answers.ts";
import { createStoryEditor, EditorProvider, type StoryEditor } from "./editor.ts";
import { findBlock } from "./edits.ts";
import { blockHeightPx, computeBlockTop, groupWidthPx } from "./geometry.ts";
import { createProblemFinder } from "./problem-finder.ts";
import { storiesQuery } from "./queries.ts";
import styles from "./replay.module.css";
import { ReplayPane } from "./replay-pane.tsx";
import { useReplay, versionKeyOf } from "./use-replay.ts";
import { useReplayStep, useReplayStepKeys } from "./use-step.ts";

interface SessionReplayProps {
  bot: Bot;
  session: AnswerOf<typeof getBotSession>["data"];
  /** The loaded turns of the session, beginning with the first. */
  turns: readonly BotSessionTurn[];
  /** Whether all turns of the session are loaded. */
  areAllTurnsLoaded: boolean;
}

/**
 * A replay of a visitor's session: the story that ran, the present step in it, and the conversation around this step.
 */
export function SessionReplay({ bot, session, turns, areAllTurnsLoaded }: SessionReplayProps) {
  const { t } = useTranslation("stories");
  const { result, flows, failed } = useReplay({ botId: bot.id, session, languages: bot.languages, turns });
  const { steps } = result;
  const [stepIndex, goToStep] = useReplayStep(steps);
  useReplayStepKeys(steps, stepIndex, goToStep);
  const step = steps[stepIndex];
  const shownVersionKey = useShownVersionKey(steps, stepIndex);
  const shownStory = shownVersionKey && flows.get(shownVersionKey);
  const dateVariableNames = useMemo(
    () => dateVariableNamesOf([...flows.values()].flatMap((story) => story?.flow ?? [])),
    [flows],
  );
  const isReplayComplete = areAllTurnsLoaded && result.missingSavedFlow === null;
  const isExact =
    !isReplayComplete || result.sessionAfter === null || isSameSession(result.sessionAfter, session.session);
  if (failed) return <FailedState error={failed.error} retry={() => void failed.refetch()} />;
  return (
    <div className={styles.screen}>
      <div className={styles.story}>
        {shownStory ? (
          <>
            <p className={styles.head}>
              <strong>{shownStory.name}</strong>
              {shownStory.version !== null && (
                <span>{t("versionNumber", { version: shownStory.version })}</span>
              )}
              {shownStory.is_removed ? (
                <Badge>{t("storyRemoved")}</Badge>
              ) : (
                <>
                  <Badge tone={shownStory.is_current ? "jade" : "amber"}>
                    {t(shownStory.is_current ? "current" : "olderVersion")}
                  </Badge>
                  <Link to={`/bots/${bot.id}/story/${shownStory.flow_id}`}>{t("openStory")}</Link>
                </>
              )}
            </p>
            <StoryAtStep
              key={shownVersionKey}
              bot={bot}
              storyId={shownStory.flow_id}
              flow={shownStory.flow}
              language={session.language}
              step={step?.savedFlow && versionKeyOf(step.savedFlow) === shownVersionKey ? step : undefined}
            />
          </>
        ) : (
          <p className={styles.none}>{t(step?.savedFlow ? "replayLost" : "replayNoStory")}</p>
        )}
      </div>
      <ReplayPane
        turns={turns}
        result={result}
        language={session.language}
        flowOf={(savedVersion) => flows.get(versionKeyOf(savedVersion))?.flow}
        dateVariableNames={dateVariableNames}
        bot={bot}
        stepIndex={stepIndex}
        goToStep={goToStep}
        doesMatchStoredValues={isExact}
        isLoading={!isReplayComplete}
      />
    </div>
  );
}

/**
 * Returns the key of the story version to show: the version that ran in the present step or, if no story ran then, the
 * version that ran last before this step.
 */
function useShownVersionKey(steps: readonly ReplayStep[], stepIndex: number): string | undefined {
  return useMemo(() => {
    const savedVersion = steps.slice(0, stepIndex + 1).findLast((step) => step.savedFlow !== null)?.savedFlow;
    return savedVersion ? versionKeyOf(savedVersion) : undefined;
  }, [steps, stepIndex]);
}

interface StoryAtStepProps {
  bot: Bot;
  storyId: string;
  flow: Flow;
  language: Bot["languages"][number];
  step: ReplayStep | undefined;
}

/** The story that ran in the session, in its version of that time. It is read-only. */
function StoryAtStep({ bot, storyId, flow, language, step }: StoryAtStepProps) {
  const [editor] = useState<StoryEditor>(() => createStoryEditor(flow, language));
  const { data: stories } = useQuery(storiesQuery(bot.id));
  const builder = useMemo(
    (): StoryBuilderValues => ({
      botId: bot.id,
      storyId,
      canEdit: false,
      languages: bot.languages,
      platforms: bot.platforms,
      storyNames: new Map((stories ?? []).map(({ id, name }) => [id, name])),
      problemFinder: createProblemFinder(editor, () => []),
    }),
    [bot.id, bot.languages, bot.platforms, storyId, stories, editor],
  );
  return (
    <EditorProvider value={editor}>
      <BuilderProvider value={builder}>
        <ReactFlowProvider>
          <StoryCanvas />
          <ScrollToStepBlock editor={editor} step={step} />
        </ReactFlowProvider>
      </BuilderProvider>
    </EditorProvider>
  );
}

/** Selects the block of the present step of the replay, and scrolls it into view. */
function ScrollToStepBlock({ editor, step }: { editor: StoryEditor; step: ReplayStep | undefined }) {
  const { getViewport, setCenter, viewportInitialized } = useReactFlow();
  const showBlock = useEffectEvent((blockId: string | null) => {
    const foundBlock = blockId === null ? undefined : findBlock(editor.get().flow, blockId);
    const readableZoom = matchMedia("(max-width: 1023px)").matches
      ? readableZooms.narrow
      : readableZooms.wide;
    if (!foundBlock) {
      editor.select(null);
      const [firstGroup] = editor.get().flow.groups;
      // The canvas first shows the whole story, which is too small to read on a phone. So show the first group at a
      // readable zoom.
      if (firstGroup && getViewport().zoom < readableZoom)
        void setCenter(firstGroup.x + groupWidthPx / 2, firstGroup.y + blockHeightPx, { zoom: readableZoom });
      return;
    }
    const { group, block } = foundBlock;
    editor.select({ groupId: group.id, blockId: block.id });
    const groupShape = editor.drawing().renderDataByGroupId.get(group.id)?.geometry.shape;
    const [blockX, y] = [group.x, group.y + (groupShape ? computeBlockTop(groupShape, block.id) : 0)];
    const canvasRectangle = document.querySelector(".react-flow")?.getBoundingClientRect();
    const { x: deltaX, y: deltaY, zoom } = getViewport();
    const isInSight =
      canvasRectangle !== undefined &&
      zoom >= readableZoom &&
      blockX * zoom + deltaX >= 0 &&
      (blockX + groupWidthPx) * zoom + deltaX <= canvasRectangle.width &&
      y * zoom + deltaY >= 0 &&
      (y + blockHeightPx) * zoom + deltaY <= canvasRectangle.height;
    if (!isInSight)
      void setCenter(blockX + groupWidthPx / 2, y + blockHeightPx / 2, {
        zoom: Math.max(zoom, readableZoom),
      });
  });
  useEffect(() => {
    if (viewportInitialized) showBlock(step?.block_id ?? null);
  }, [step, viewportInitialized]);
  return null;
}

/**
 * The smallest zoom at which a block is readable: `wide` for a wide screen, `narrow` for a phone, where one block fills
 * the width.
 */
const readableZooms = { wide: 0.7, narrow: 1 } as const;
