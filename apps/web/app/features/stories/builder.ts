import type { Language } from "@kakehashi/contract/languages";
import { createContext, use } from "react";
import { useSelected } from "./editor.ts";
import type { ProblemFinder, Problems } from "./problem-finder.ts";

/** What stands around the story that is edited. Nothing of it changes while somebody draws. */
export interface Builder {
  readonly botId: string;
  readonly storyId: string;
  readonly canEdit: boolean;
  /** The bot's, the first of them its own. */
  readonly languages: readonly Language[];
  readonly storyNames: ReadonlyMap<string, string>;
  readonly problems: ProblemFinder;
}

const BuilderContext = createContext<Builder | null>(null);
export const BuilderProvider = BuilderContext.Provider;

export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error("There is no story builder around this");
  return builder;
}

/** A part of what is wrong with the story. `select` must answer the same value while nothing has changed. */
export const useProblems = <T>(select: (problems: Problems) => T): T =>
  useSelected(useBuilder().problems, select);
