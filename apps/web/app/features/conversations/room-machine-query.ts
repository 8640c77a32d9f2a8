import type { MachineProviderState, MachineTranslationProblem } from "@kakehashi/contract/machine";
import { getRoomMachine } from "@kakehashi/contract/machine-rooms";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { onConversationEvent, onLiveConnect } from "../live/connection.ts";

/** The product names of the machine translation services. */
export const machineNames: Readonly<Record<MachineProviderState["provider"], string>> = {
  libretranslate: "LibreTranslate",
  deepl: "DeepL",
  google: "Google",
  azure: "Azure",
  openai: "OpenAI",
};

/**
 * The text keys of the reasons why machine translation does not work now. The readers of these texts cannot repair it,
 * so the texts contain no technical details.
 */
export const machineProblemTextKeys = {
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
 * The setting for machine translation may stay in the cache for this many milliseconds. This is long, because a live
 * event reports each change.
 */
const staleTimeMs = 10 * 60_000;

/**
 * Fetches whether a room's messages are sent to a machine translation service, and to which one. Fetches nothing if
 * `isWanted` is false.
 */
export function useRoomTranslationMachine(id: string, isWanted = true) {
  useEffect(() => {
    const refetchRoomMachine = () =>
      void getQueryClient().invalidateQueries({ queryKey: roomTranslationMachineKey(id) });
    const unsubscribeFunctions = [
      onLiveConnect(refetchRoomMachine),
      onConversationEvent((event) => {
        if (event.type !== "CONVERSATION_CHANGED" || event.conversation_id !== id) return;
        if (event.line?.kind.startsWith("MACHINE_")) refetchRoomMachine();
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribeFunctions) unsubscribe();
    };
  }, [id]);
  return useQuery({
    queryKey: roomTranslationMachineKey(id),
    queryFn: async ({ signal }) => (await call(getRoomMachine, { params: { id }, signal })).data,
    staleTime: staleTimeMs,
    enabled: isWanted,
  });
}
