import type { MachineTranslationProblem, MachineTranslationState } from "@kakehashi/contract/machine";
import { getRoomMachine } from "@kakehashi/contract/machine-rooms";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { onLiveConnect, onLiveEvent } from "../live/connection.ts";

/** The product name of each machine. */
export const machineNames: Readonly<Record<MachineTranslationState["provider"], string>> = {
  libretranslate: "LibreTranslate",
  deepl: "DeepL",
  google: "Google",
  azure: "Azure",
  openai: "OpenAI",
};

/**
 * The keys of the texts (in the namespace `writing`) that say why a machine translates nothing now. They are for people
 * who cannot repair the machine.
 */
export const machineProblemTexts = {
  key: "problem_paused",
  rate: "problem_paused",
  quota: "problem_paused",
  down: "problem_paused",
  paused: "problem_paused",
  slow: "problem_busy",
  unreachable: "problem_busy",
  broken: "problem_busy",
  answer: "problem_busy",
  refused: "problem_text",
  unusable: "problem_text",
  budget: "problem_budget",
} as const satisfies Record<MachineTranslationProblem, string>;

export const roomTranslationMachineKey = (id: string) => ["room-machine", id] as const;
/**
 * The room's setting for machine translation is not fetched again within this many milliseconds. A change of the
 * setting arrives as a live event earlier.
 */
const staleTimeMs = 10 * 60_000;

/**
 * Whether a room's texts are sent to a machine, and to which one. With `isWanted` false, nothing is fetched yet.
 */
export function useRoomTranslationMachine(id: string, isWanted = true) {
  useEffect(() => {
    const refresh = () => void queryClient().invalidateQueries({ queryKey: roomTranslationMachineKey(id) });
    const unsubscribes = [
      onLiveConnect(refresh),
      onLiveEvent((event) => {
        if (event.type !== "CONVERSATION_CHANGED" || event.conversation_id !== id) return;
        if (event.line?.kind.startsWith("MACHINE_")) refresh();
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [id]);
  return useQuery({
    queryKey: roomTranslationMachineKey(id),
    queryFn: async ({ signal }) => (await call(getRoomMachine, { params: { id }, signal })).data,
    staleTime: staleTimeMs,
    enabled: isWanted,
  });
}
