import { type Invitation, listRoomInvitations, revokeInvitation } from "@kakehashi/contract/invitations";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import details from "./details-pane.module.css";
import styles from "./invite-offer.module.css";

export const invitationsKey = (groupId: string) => ["room-invitations", groupId];

/**
 * The people who were invited to a group by e-mail and have not joined yet. The list is fetched again when the number
 * of members changes, because somebody may have accepted an invitation.
 */
export function PendingInvitations({ groupId, members: memberCount }: { groupId: string; members: number }) {
  const { t } = useTranslation("room");
  const query = useQuery({
    queryKey: invitationsKey(groupId),
    queryFn: async ({ signal }) =>
      (await call(listRoomInvitations, { params: { id: groupId }, signal })).data,
  });
  const [previousMemberCount, setPreviousMemberCount] = useState(memberCount);
  const { refetch } = query;
  useEffect(() => {
    if (previousMemberCount === memberCount) return;
    setPreviousMemberCount(memberCount);
    void refetch();
  }, [previousMemberCount, memberCount, refetch]);
  if (!query.error && !query.data?.length) return null;
  return (
    <section aria-label={t("pending")}>
      <div className={details.titledSection}>
        <h3 className={details.heading}>{t("pending")}</h3>
      </div>
      <LoadedContent query={query}>
        {(invitations) => (
          <ul>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} groupId={groupId} />
            ))}
          </ul>
        )}
      </LoadedContent>
    </section>
  );
}

function InvitationRow({
  invitation: { id, email, expires_at },
  groupId,
}: {
  invitation: Invitation;
  groupId: string;
}) {
  const { t } = useTranslation("room");
  const format = useFormat();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(revokeInvitation, { params: { id } }),
    onSettled: () => getQueryClient().invalidateQueries({ queryKey: invitationsKey(groupId) }),
  });
  return (
    <li className={styles.waiting}>
      <div>
        <p className={styles.address}>{email}</p>
        <p className={styles.expiry}>{t("until", { day: format.day(expires_at) })}</p>
      </div>
      <IconButton label={t("revoke", { email })} size={30} onClick={() => mutate()} disabled={isPending}>
        <IconX size={18} stroke={1.6} />
      </IconButton>
    </li>
  );
}
