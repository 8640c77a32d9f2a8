import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { type FlowProblem, formatProblemText } from "@kakehashi/contract/flows/validate";
import { isLanguage } from "@kakehashi/contract/languages";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useBuilder, useProblems } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { findBlock } from "./edits.ts";
import { exitOfProblem } from "./exits.ts";
import panes from "./panes.module.css";
import { groupTitleOf, useBlockSummaryFunctions } from "./summary.ts";

/** Returns the reader's language. Problems are described in this language. */
function useReaderLanguage() {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : "en";
}

/** Returns a function that describes a problem in one line. For a block with several exits, the line names the exit. */
function useProblemLine(): (problem: FlowProblem, block: FlowBlock | undefined) => string {
  const { t } = useTranslation("stories");
  const language = useReaderLanguage();
  const summaries = useBlockSummaryFunctions();
  return (problem, block) => {
    const text = formatProblemText(problem, language);
    const blockExit = block && exitOfProblem(block, problem);
    return blockExit
      ? t("problemOfExit", { exit: summaries.exitText(block, blockExit), problem: text })
      : text;
  };
}

/** A pane that lists the problems that keep the story from being published. A click on an entry selects its block. */
export function ProblemsPane() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { languages, canEdit } = useBuilder();
  const problems = useProblems(({ list }) => list);
  const flow = useEditorState((state) => state.flow);
  const summaries = useBlockSummaryFunctions();
  const lineOf = useProblemLine();
  if (problems.length === 0)
    return (
      <EmptyState
        icon={<IconCircleCheck size={28} stroke={1.5} aria-hidden="true" />}
        title={t("noProblems")}
        text={t("noProblemsText")}
      />
    );
  /**
   * Selects the block or group with the problem, and focuses the field to correct. Without a focused field, typed
   * letters would be shortcuts of the canvas.
   */
  function openProblem(problem: FlowProblem): void {
    const { group_id, block_id, detail, field } = problem;
    const textLanguage = languages.find((storyLanguage) => storyLanguage === detail);
    if (textLanguage) editor.setLanguage(textLanguage);
    editor.showErrors();
    editor.select({ groupId: group_id, blockId: block_id }, { pane: "block", scrollIntoView: true });
    const block = block_id === null ? undefined : findBlock(flow, block_id)?.block;
    const blockExit = block && exitOfProblem(block, problem);
    const ownExit = problem.code === "dead_end" ? "next" : null;
    editor.openField("wrong", blockExit?.itemId ?? field ?? ownExit);
  }
  return (
    <div className={panes.body}>
      <p className={panes.note} role="status">
        {t("problemsBefore", { count: problems.length })}
      </p>
      {canEdit && problems.some(({ code }) => code === "missing_language") && (
        <div className={panes.buttons}>
          <Button size="sm" onClick={() => editor.openPane("translations")}>
            {t("textsAskMissing")}
          </Button>
        </div>
      )}
      <ol className={panes.rows}>
        {problems.map((problem, index) => {
          const block = problem.block_id === null ? undefined : findBlock(flow, problem.block_id)?.block;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a block may have the same problem twice.
            <li key={index}>
              <button type="button" className={panes.row} onClick={() => openProblem(problem)}>
                <span className={panes.warn}>
                  <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
                </span>
                <span className={panes.kindWords}>
                  <span>{lineOf(problem, block)}</span>
                  <span className={panes.small}>
                    {block
                      ? summaries.ofText(block, problem.code === "missing_language" ? problem.field : null)
                      : groupTitleOf(t, flow, problem.group_id)}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface GeneralProblemsProps {
  groupId: string;
  blockId: string | null;
}

/** The problems of a block or group that belong to none of its fields. All other problems are shown at their fields. */
export const ProblemsWithoutField = memo(function GeneralProblems({
  groupId,
  blockId,
}: GeneralProblemsProps) {
  const problems = useProblems(({ list }) => list);
  const lineOf = useProblemLine();
  const block = useEditorState(({ flow }) =>
    blockId === null ? undefined : findBlock(flow, blockId)?.block,
  );
  const isShown = useEditorState(({ partIdsShowingErrors: idsOfPartsWithErrors }) =>
    idsOfPartsWithErrors.has(blockId ?? groupId),
  );
  const ownProblems = problems.filter(
    (problem) =>
      problem.group_id === groupId &&
      problem.block_id === blockId &&
      (problem.field === null || (block && exitOfProblem(block, problem) !== undefined)),
  );
  if (!isShown || ownProblems.length === 0) return null;
  return (
    <ul className={panes.problems}>
      {ownProblems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block may have the same problem twice.
        <li key={index}>{lineOf(problem, block)}</li>
      ))}
    </ul>
  );
});
