import type { BotSessionTurn } from "@kakehashi/contract/bot-sessions";
import type { ReplayStep } from "@kakehashi/contract/schemas/flows/replay-turn";
import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { BlockIcon } from "./block-icon.tsx";
import { doesAskForDate } from "./date-answers.ts";
import { findBlock } from "./edits.ts";
import styles from "./replay.module.css";
import { useStepBlockNamer, useStoryNames } from "./replay-names.ts";
import type { ReplayProps } from "./replay-props.ts";
import { TurnBubbles } from "./turn-bubbles.tsx";

/** This many turns before and after the present one are shown. A session may have thousands of turns. */
const shownTurnsPerSide = 30;

/** The turns around the present step, each with what was said. The present turn also shows the blocks that ran. */
export function ReplayTurnsAroundStep({ step, ...props }: ReplayProps & { step: ReplayStep }) {
  const { t } = useTranslation("stories");
  const { turns, result, goToStep } = props;
  const firstShownIndex = Math.max(0, step.turnIndex - shownTurnsPerSide);
  const shownTurnList = turns.slice(
    firstShownIndex,
    Math.min(result.turns.length, step.turnIndex + shownTurnsPerSide + 1),
  );
  const turnCountAfter = result.turns.length - firstShownIndex - shownTurnList.length;
  const openTurn = (turn: number) =>
    goToStep(result.steps.findIndex((replayStep) => replayStep.turnIndex === turn));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys.
    <section className={styles.log} aria-label={t("conversation")} tabIndex={0}>
      {firstShownIndex > 0 && (
        <Button kind="quiet" size="xs" onClick={() => openTurn(firstShownIndex - 1)}>
          {t("earlierTurns", { count: firstShownIndex })}
        </Button>
      )}
      <ol className={styles.turns}>
        {shownTurnList.map((turn, index) => (
          <ReplayTurn
            key={turn.number}
            {...props}
            turn={turn}
            index={firstShownIndex + index}
            isOpen={firstShownIndex + index === step.turnIndex}
            open={() => openTurn(firstShownIndex + index)}
          />
        ))}
      </ol>
      {turnCountAfter > 0 && (
        <Button kind="quiet" size="xs" onClick={() => openTurn(firstShownIndex + shownTurnList.length)}>
          {t("laterTurns", { count: turnCountAfter })}
        </Button>
      )}
    </section>
  );
}

interface ReplayTurnProps extends ReplayProps {
  turn: BotSessionTurn;
  index: number;
  isOpen: boolean;
  open: () => void;
}

function ReplayTurn({ turn, index, isOpen, open, ...props }: ReplayTurnProps) {
  const { t } = useTranslation("stories");
  const { dateTime } = useFormat();
  const item = useRef<HTMLLIElement>(null);
  const { language, result, flowOf } = props;
  const storyNames = useStoryNames(props.bot);
  const { answerSource, differsFromStored } = result.turns[index] ?? {
    answerSource: "story",
    differsFromStored: false,
  };
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
        <time dateTime={turn.created_at}>{dateTime(turn.created_at)}</time>
      </button>
      <TurnBubbles
        turn={turn}
        language={language}
        storyNames={storyNames}
        isDateAnswer={doesAskForDate(
          result.steps.find((step) => step.turnIndex === index),
          flowOf,
        )}
      />
      {answerSource !== "story" && answerSource !== "outside" && (
        <p className={styles.note}>{t(`turnSource_${answerSource}`)}</p>
      )}
      {differsFromStored && <p className={styles.note}>{t("turnDiffers")}</p>}
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
}: ReplayProps & { index: number }) {
  const { t } = useTranslation("stories");
  const list = useRef<HTMLOListElement>(null);
  const nameOfBlock = useStepBlockNamer(props);
  const stepsOfTurn = steps.flatMap((step, stepIndex) =>
    step.turnIndex === index ? [{ step, stepIndex }] : [],
  );
  const currentIndex = stepsOfTurn.findIndex(({ stepIndex }) => stepIndex === currentStepIndex);
  useEffect(() => {
    list.current?.children[currentIndex]?.scrollIntoView({ block: "nearest" });
  }, [currentIndex]);
  if (stepsOfTurn.every(({ step }) => step.block_id === null)) return null;
  return (
    <ol ref={list} className={styles.blocks} aria-label={t("turnBlocks")}>
      {stepsOfTurn.map(({ step, stepIndex }) => {
        const flow = step.savedFlow && props.flowOf(step.savedFlow);
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
              <span>{nameOfBlock(step)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
