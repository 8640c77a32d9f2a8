import type { Bot } from "@kakehashi/contract/bots";
import type { ReplayStep } from "@kakehashi/contract/schemas/flows/replay-turn";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { findBlock } from "./edits.ts";
import { storiesQuery } from "./queries.ts";
import type { ReplayProps } from "./replay-props.ts";
import { createBlockSummaryFunctions } from "./summary.ts";

/** The names of a bot's stories, by their ids. */
export const useStoryNames = ({ id }: Bot): ReadonlyMap<string, string> => {
  const { data } = useQuery(storiesQuery(id));
  return useMemo(() => new Map((data ?? []).map((story) => [story.id, story.name])), [data]);
};

/**
 * Returns a function that names the block of a replayed step. It uses the version of the story that ran at that time.
 */
export function useStepBlockNamer({
  bot,
  language,
  flowOf,
}: Pick<ReplayProps, "bot" | "language" | "flowOf">) {
  const { t } = useTranslation("stories");
  const storyNames = useStoryNames(bot);
  return ({ savedFlow, block_id }: ReplayStep): string => {
    const flow = savedFlow && flowOf(savedFlow);
    const block = flow && block_id !== null ? findBlock(flow, block_id)?.block : undefined;
    if (!flow || !block) return t(block_id === null ? "stepWithoutBlock" : "stepOutside");
    const { variables } = flow;
    return createBlockSummaryFunctions({
      t,
      language,
      languages: bot.languages,
      variables,
      storyNames,
    }).inLine(block);
  };
}
