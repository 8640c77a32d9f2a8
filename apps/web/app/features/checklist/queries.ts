import { type ChecklistItem, getChecklist } from "@kakehashi/contract/checklist";
import { type Account, updateSettings } from "@kakehashi/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { accountQuery } from "../auth/session.ts";

export const checklistKey = ["checklist"];

/** Shows the checklist on every device, or hides it. */
export async function showChecklist(show: boolean): Promise<void> {
  const { data } = await call(updateSettings, { body: { show_checklist: show } });
  queryClient().setQueryData(accountQuery.queryKey, data);
}

/**
 * What a newcomer does first; undefined while it is being read, null where there is nothing to show: it is hidden, done,
 * or could not be read. Once all is done it is over for good.
 */
export function useChecklist(account: Account): readonly ChecklistItem[] | null | undefined {
  const wanted = account.settings.show_checklist;
  const { data, error } = useQuery({
    queryKey: checklistKey,
    queryFn: async ({ signal }) => (await call(getChecklist, { signal })).data,
    enabled: wanted,
    // What is done elsewhere shows when somebody comes back from there.
    staleTime: 0,
  });
  const isOver = wanted && data?.every(({ done }) => done) === true && data.length > 0;
  useEffect(() => {
    // What gets lost is asked the next time.
    if (isOver) void showChecklist(false).catch(() => undefined);
  }, [isOver]);
  if (!wanted || isOver || data?.length === 0) return null;
  return data ?? (error ? null : undefined);
}
