import type { Language } from "@kakehashi/contract/languages";
import { listSuggestions } from "@kakehashi/contract/memory";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

/** What the memory has for a message. Changes elsewhere do not reach it: its numbers would move under who is about to press one. */
export function useSuggestions(mid: string, revision: number, language: Language) {
  return useQuery({
    queryKey: ["translation-suggestions", mid, revision, language],
    queryFn: async ({ signal }) => (await call(listSuggestions, { params: { mid, language }, signal })).data,
  });
}
