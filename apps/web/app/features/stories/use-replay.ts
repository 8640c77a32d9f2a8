import type { BotSessionTurn } from "@kakehashi/contract/bot-sessions";
import type { FlowSession, SavedFlowReference } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import { replaySession, type SessionReplayResult } from "@kakehashi/contract/schemas/flows/replay";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiError } from "../../kit/api-error.ts";
import { sessionFlowQuery } from "./replay-queries.ts";

// This file loads the story runner and its schemas, which are large. So only the replay of sessions may import it.

export const versionKeyOf = ({ flow_id, save_number }: SavedFlowReference): string =>
  `${flow_id} ${save_number}`;

interface ReplayOptions {
  readonly botId: string;
  readonly session: {
    readonly id: string;
    readonly began_in: Language;
    readonly began_with: FlowSession | null;
  };
  /** The bot's languages. The first one is the default. */
  readonly languages: readonly Language[];
  readonly turns: readonly BotSessionTurn[];
}

/** Loads the story versions of a session, and runs the session's events again. */
export function useReplay({ botId, session, languages, turns }: ReplayOptions) {
  const { id, began_in: language, began_with: firstSession } = session;
  const versionsThatRan = useMemo(
    () => [
      ...new Map(
        turns.flatMap(({ ran }) => ran.map((savedVersion) => [versionKeyOf(savedVersion), savedVersion])),
      ).values(),
    ],
    [turns],
  );
  const { flows, failed } = useQueries({
    queries: versionsThatRan.map((savedVersion) => sessionFlowQuery(botId, id, savedVersion)),
    combine: (queries) => ({
      flows: new Map(
        queries.map(({ data, error }, index) => [
          versionKeyOf(versionsThatRan[index] as SavedFlowReference),
          isNotFoundError(error) ? null : data,
        ]),
      ),
      failed: queries.find(({ data, error }) => error && !data && !isNotFoundError(error)),
    }),
  });
  const result: SessionReplayResult = useMemo(
    () =>
      replaySession({
        turns,
        language,
        firstSession,
        languages,
        flowOf(savedVersion) {
          const loadedFlow = flows.get(versionKeyOf(savedVersion));
          return loadedFlow === null ? null : loadedFlow?.flow;
        },
      }),
    [turns, language, firstSession, languages, flows],
  );
  return { result, flows, failed };
}

const isNotFoundError = (error: unknown) => error instanceof ApiError && error.status === 404;
