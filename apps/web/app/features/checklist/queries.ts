import { updateSettings } from "@kakehashi/contract/account-settings";
import { type FirstStepsChecklistItem, getChecklist } from "@kakehashi/contract/checklist";
import type { Account } from "@kakehashi/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { accountQuery } from "../auth/session.ts";

export const checklistQueryKey = ["checklist"];

/** Shows or hides the checklist of first steps on all devices of the person. */
export async function saveChecklistShown(shouldShow: boolean): Promise<void> {
  const { data } = await call(updateSettings, { body: { show_checklist: shouldShow } });
  getQueryClient().setQueryData(accountQuery.queryKey, data);
}

/**
 * Returns the checklist of first steps for a new person. Undefined while it loads. Null if it is hidden, finished, or
 * not available. A finished checklist never comes back.
 */
export function useChecklist(account: Account): readonly FirstStepsChecklistItem[] | null | undefined {
  const isShown = account.settings.show_checklist;
  const { data, error } = useQuery({
    queryKey: checklistQueryKey,
    queryFn: async ({ signal }) => (await call(getChecklist, { signal })).data,
    enabled: isShown,
    // Fetch the checklist again whenever it is mounted, because a step may have been done in another tab.
    staleTime: 0,
  });
  const isFinished = isShown && data?.every(({ done }) => done) === true && data.length > 0;
  useEffect(() => {
    // This request hides the finished checklist. If it fails, the next page load repeats it.
    if (isFinished) void saveChecklistShown(false).catch(() => undefined);
  }, [isFinished]);
  if (!isShown || isFinished || data?.length === 0) return null;
  return data ?? (error ? null : undefined);
}
