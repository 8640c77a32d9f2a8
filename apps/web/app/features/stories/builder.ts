import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { Language } from "@kakehashi/contract/languages";
import { createContext, use } from "react";
import { useStoreSelector } from "./editor.ts";
import type { ProblemFinder, StoryProblems } from "./problem-finder.ts";

/** The values that all parts of the story builder share. This object stays the same while somebody edits the story. */
export interface StoryBuilderValues {
  readonly botId: string;
  readonly storyId: string;
  readonly canEdit: boolean;
  /** The bot's languages. The first one is its default. */
  readonly languages: readonly Language[];
  /** The platforms on which the bot answers: the web, Messenger or Zalo. */
  readonly platforms: readonly BotPlatform[];
  readonly storyNames: ReadonlyMap<string, string>;
  readonly problemFinder: ProblemFinder;
}

const BuilderContext = createContext<StoryBuilderValues | null>(null);
export const BuilderProvider = BuilderContext.Provider;

export function useBuilder(): StoryBuilderValues {
  const builder = use(BuilderContext);
  if (!builder) throw new Error("There is no story builder around this");
  return builder;
}

/**
 * Returns a part of the list of problems. As long as the problems stay the same, `select` must return the same object,
 * because a new object would re-render the component.
 */
export const useProblems = <T>(select: (problems: StoryProblems) => T): T =>
  useStoreSelector(useBuilder().problemFinder, select);
