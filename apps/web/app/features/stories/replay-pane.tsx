import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import styles from "./replay.module.css";
import { ReplayedVariablesAndTags } from "./replay-known.tsx";
import { useStepBlockNamer } from "./replay-names.ts";
import type { ReplayProps } from "./replay-props.ts";
import { ReplayTurnsAroundStep } from "./replay-turns.tsx";
import { findTurnStartIndex } from "./use-step.ts";

const iconProps = { size: 20, stroke: 1.6, "aria-hidden": true } as const;

/**
 * The replayed conversation, event by event, with the visitor's variables and tags before and after the present step.
 */
export function ReplayPane(props: ReplayProps) {
  const { t } = useTranslation("stories");
  const { result, stepIndex, dateVariableNames, doesMatchStoredValues, isLoading } = props;
  const step = result.steps[stepIndex];
  return (
    <aside className={styles.pane} aria-label={t("conversation")}>
      <ReplayControls {...props} />
      {step && <ReplayTurnsAroundStep {...props} step={step} />}
      {step && <ReplayedVariablesAndTags step={step} dateVariableNames={dateVariableNames} />}
      {!doesMatchStoredValues && <p className={styles.note}>{t("replayInexact")}</p>}
      {isLoading && (
        <p className={styles.note} role="status">
          {t("replayLoading")}
        </p>
      )}
    </aside>
  );
}

function ReplayControls({ result: { steps }, stepIndex, goToStep, ...otherProps }: ReplayProps) {
  const { t } = useTranslation("stories");
  const nameOfBlock = useStepBlockNamer(otherProps);
  const step = steps[stepIndex];
  const isFirstStep = stepIndex === 0;
  const isLastStep = stepIndex >= steps.length - 1;
  const stepLabel = t("stepOf", { number: steps.length === 0 ? 0 : stepIndex + 1, total: steps.length });
  return (
    <div className={styles.controls} role="toolbar" aria-label={t("replaySteps")}>
      <IconButton
        label={t("previousTurn")}
        disabled={isFirstStep}
        tooltipSide="bottom"
        onClick={() => goToStep(findTurnStartIndex(steps, stepIndex, -1))}
      >
        <IconChevronsLeft {...iconProps} />
      </IconButton>
      <IconButton
        label={t("previousStep")}
        disabled={isFirstStep}
        tooltipSide="bottom"
        onClick={() => goToStep(stepIndex - 1)}
      >
        <IconChevronLeft {...iconProps} />
      </IconButton>
      <span className={styles.place} role="status">
        {stepLabel}
        <span className="visually-hidden">{step && nameOfBlock(step)}</span>
      </span>
      <IconButton
        label={t("nextStep")}
        disabled={isLastStep}
        tooltipSide="bottom"
        onClick={() => goToStep(stepIndex + 1)}
      >
        <IconChevronRight {...iconProps} />
      </IconButton>
      <IconButton
        label={t("nextTurn")}
        disabled={isLastStep || steps.at(-1)?.turnIndex === step?.turnIndex}
        tooltipSide="bottom"
        onClick={() => goToStep(findTurnStartIndex(steps, stepIndex, 1))}
      >
        <IconChevronsRight {...iconProps} />
      </IconButton>
    </div>
  );
}
