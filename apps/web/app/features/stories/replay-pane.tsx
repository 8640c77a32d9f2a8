import type { BotSessionTurn } from "@kakehashi/contract/bot-sessions";
import type { Bot } from "@kakehashi/contract/bots";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { SavePlace } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import type { Replay, ReplayStep } from "@kakehashi/contract/schemas/flows/replay";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { BlockIcon } from "./block-icon.tsx";
import { asksForDate } from "./date-answers.ts";
import { findBlock } from "./edits.ts";
import { storiesQuery } from "./queries.ts";
import styles from "./replay.module.css";
import { ReplayKnown } from "./replay-known.tsx";
import { createBlockSummaries } from "./summary.ts";
import { TurnBubbles } from "./turn-bubbles.tsx";
import { firstStepOfOtherTurn } from "./use-step.ts";

const iconProps = { size: 20, stroke: 1.6, "aria-hidden": true } as const;
/** This many turns before and after the present one are shown. A session may have thousands of turns. */
const shownTurnsPerSide = 30;

interface Props {
  bot: Bot;
  turns: readonly BotSessionTurn[];
  result: Replay;
  language: Language;
  flowOf: (save: SavePlace) => Flow | undefined;
  /** The names of the variables that store the answer to a question for a date. */
  dateVariables: readonly string[];
  /** The index of the present step of the replay. */
  stepIndex: number;
  goToStep: (to: number) => void;
  /**
   * Whether the variables and tags at the end of the replay equal the stored ones of the visitor. If not, a note says
   * that the replay is not exact.
   */
  isExact: boolean;
  isLoading: boolean;
}

/**
 * The replayed conversation, event by event, with the visitor's variables and tags before and after the present step.
 */
export function ReplayPane(props: Props) {
  const { t } = useTranslation("stories");
  const { result, stepIndex, dateVariables, isExact, isLoading } = props;
  const step = result.steps[stepIndex];
  return (
    <aside className={styles.pane} aria-label={t("conversation")}>
      <ReplayControls {...props} />
      {step && <ReplayTurns {...props} step={step} />}
      {step && <ReplayKnown step={step} dateVariables={dateVariables} />}
      {!isExact && <p className={styles.note}>{t("replayInexact")}</p>}
      {isLoading && (
        <p className={styles.note} role="status">
          {t("replayLoading")}
        </p>
      )}
    </aside>
  );
}

function ReplayControls({ result: { steps }, stepIndex, goToStep, ...otherProps }: Props) {
  const { t } = useTranslation("stories");
  const nameOf = useBlockNames(otherProps);
  const step = steps[stepIndex];
  const isFirst = stepIndex === 0;
  const isLast = stepIndex >= steps.length - 1;
  const stepLabel = t("stepOf", { number: steps.length === 0 ? 0 : stepIndex + 1, total: steps.length });
  return (
    <div className={styles.controls} role="toolbar" aria-label={t("replaySteps")}>
      <IconButton
        label={t("previousTurn")}
        disabled={isFirst}
        tooltipSide="bottom"
        onClick={() => goToStep(firstStepOfOtherTurn(steps, stepIndex, -1))}
      >
        <IconChevronsLeft {...iconProps} />
      </IconButton>
      <IconButton
        label={t("previousStep")}
        disabled={isFirst}
        tooltipSide="bottom"
        onClick={() => goToStep(stepIndex - 1)}
      >
        <IconChevronLeft {...iconProps} />
      </IconButton>
      <span className={styles.place} role="status">
        {stepLabel}
        <span className="visually-hidden">{step && nameOf(step)}</span>
      </span>
      <IconButton
        label={t("nextStep")}
        disabled={isLast}
        tooltipSide="bottom"
        onClick={() => goToStep(stepIndex + 1)}
      >
        <IconChevronRight {...iconProps} />
      </IconButton>
      <IconButton
        label={t("nextTurn")}
        disabled={isLast || steps.at(-1)?.turn === step?.turn}
        tooltipSide="bottom"
        onClick={() => goToStep(firstStepOfOtherTurn(steps, stepIndex, 1))}
      >
        <IconChevronsRight {...iconProps} />
      </IconButton>
    </div>
  );
}

const useStoryNames = ({ id }: Bot): ReadonlyMap<string, string> => {
  const { data } = useQuery(storiesQuery(id));
  return useMemo(() => new Map((data ?? []).map((story) => [story.id, story.name])), [data]);
};

/**
 * Returns a function that names the block of a replayed step. It uses the version of the story that ran at that time.
 */
function useBlockNames({ bot, language, flowOf }: Pick<Props, "bot" | "language" | "flowOf">) {
  const { t } = useTranslation("stories");
  const storyNames = useStoryNames(bot);
  return ({ save, block_id }: ReplayStep): string => {
    const flow = save && flowOf(save);
    const block = flow && block_id !== null ? findBlock(flow, block_id)?.block : undefined;
    if (!flow || !block) return t(block_id === null ? "stepWithoutBlock" : "stepOutside");
    const { variables } = flow;
    return createBlockSummaries({ t, language, languages: bot.languages, variables, storyNames }).inLine(
      block,
    );
  };
}

function ReplayTurns({ step, ...props }: Props & { step: ReplayStep }) {
  const { t } = useTranslation("stories");
  const { turns, result, goToStep } = props;
  const first = Math.max(0, step.turn - shownTurnsPerSide);
  const shownTurnList = turns.slice(first, Math.min(result.turns.length, step.turn + shownTurnsPerSide + 1));
  const after = result.turns.length - first - shownTurnList.length;
  const openTurn = (turn: number) =>
    goToStep(result.steps.findIndex((replayStep) => replayStep.turn === turn));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys.
    <section className={styles.log} aria-label={t("conversation")} tabIndex={0}>
      {first > 0 && (
        <Button kind="quiet" size="xs" onClick={() => openTurn(first - 1)}>
          {t("earlierTurns", { count: first })}
        </Button>
      )}
      <ol className={styles.turns}>
        {shownTurnList.map((turn, index) => (
          <ReplayTurn
            key={turn.number}
            {...props}
            turn={turn}
            index={first + index}
            isOpen={first + index === step.turn}
            open={() => openTurn(first + index)}
          />
        ))}
      </ol>
      {after > 0 && (
        <Button kind="quiet" size="xs" onClick={() => openTurn(first + shownTurnList.length)}>
          {t("laterTurns", { count: after })}
        </Button>
      )}
    </section>
  );
}

interface ReplayTurnProps extends Props {
  turn: BotSessionTurn;
  index: number;
  isOpen: boolean;
  open: () => void;
}

function ReplayTurn({ turn, index, isOpen, open, ...props }: ReplayTurnProps) {
  const { t } = useTranslation("stories");
  const { timestamp } = useFormat();
  const item = useRef<HTMLLIElement>(null);
  const { language, result, flowOf } = props;
  const storyNames = useStoryNames(props.bot);
  const { source, differs } = result.turns[index] ?? { source: "story", differs: false };
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <li ref={item} className={styles.turn} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.turnHead}
        aria-current={isOpen ? "step" : undefined}
        onClick={open}
      >
        {t("turnNumber", { number: turn.number })}
        <time dateTime={turn.created_at}>{timestamp(turn.created_at)}</time>
      </button>
      <TurnBubbles
        turn={turn}
        language={language}
        storyNames={storyNames}
        isDateAnswer={asksForDate(
          result.steps.find((step) => step.turn === index),
          flowOf,
        )}
      />
      {source !== "story" && source !== "outside" && (
        <p className={styles.note}>{t(`turnSource_${source}`)}</p>
      )}
      {differs && <p className={styles.note}>{t("turnDiffers")}</p>}
      {isOpen && <TurnBlocks {...props} index={index} />}
    </li>
  );
}

/** The names of the blocks that ran after an event. */
function TurnBlocks({
  result: { steps },
  index,
  stepIndex: currentStepIndex,
  goToStep,
  ...props
}: Props & { index: number }) {
  const { t } = useTranslation("stories");
  const list = useRef<HTMLOListElement>(null);
  const nameOf = useBlockNames(props);
  const stepsOfTurn = steps.flatMap((step, stepIndex) => (step.turn === index ? [{ step, stepIndex }] : []));
  const currentIndex = stepsOfTurn.findIndex(({ stepIndex }) => stepIndex === currentStepIndex);
  useEffect(() => {
    list.current?.children[currentIndex]?.scrollIntoView({ block: "nearest" });
  }, [currentIndex]);
  if (stepsOfTurn.every(({ step }) => step.block_id === null)) return null;
  return (
    <ol ref={list} className={styles.blocks} aria-label={t("turnBlocks")}>
      {stepsOfTurn.map(({ step, stepIndex }) => {
        const flow = step.save && props.flowOf(step.save);
        const block = flow && step.block_id !== null ? findBlock(flow, step.block_id)?.block : undefined;
        return (
          <li key={stepIndex}>
            <button
              type="button"
              className={styles.block}
              aria-current={stepIndex === currentStepIndex ? "step" : undefined}
              onClick={() => goToStep(stepIndex)}
            >
              {block && <BlockIcon type={block.type} />}
              <span>{nameOf(step)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
