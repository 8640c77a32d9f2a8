import {
  acceptApplicant,
  inviteToProject,
  removeFromProject,
  withdrawProjectInvitation,
} from "@kakehashi/contract/project-members";
import type { UserSummary } from "@kakehashi/contract/users";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { refetchProject } from "./queries.ts";

const endpointByStep = {
  invite: inviteToProject,
  accept: acceptApplicant,
  withdraw: withdrawProjectInvitation,
  remove: removeFromProject,
} as const;

/**
 * Lets a host invite a person, accept an applicant, withdraw an invitation or remove a member. The page refetches
 * afterwards, even if the request fails because somebody else has acted first.
 */
export function useMembershipAction(projectId: string, { id: userId, name }: UserSummary) {
  const { t } = useTranslation("members");
  return useMutation({
    mutationFn: async (event: keyof typeof endpointByStep) =>
      // The four endpoints have the same parameters and the same response.
      (
        await call(endpointByStep[event] as typeof inviteToProject, {
          params: { id: projectId, user_id: userId },
        })
      ).data,
    onSuccess: (_, event) => toast(t(`done_${event}`, { name })),
    onError: toastError,
    onSettled: () => refetchProject(projectId),
  });
}
