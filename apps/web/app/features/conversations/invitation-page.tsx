import { acceptInvitation, getInvitation, type ReceivedInvitation } from "@kakehashi/contract/invitations";
import { IconMail, IconMailOff } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Button } from "../../kit/ui/button.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import styles from "./invite-offer.module.css";

/**
 * The page to which an invitation mail links. It says who invites to which conversation, and has a button to accept.
 */
export function InvitationPage({ id }: { id: string }) {
  const { t } = useTranslation("room");
  const query = useQuery({
    queryKey: ["invitation", id],
    queryFn: async ({ signal }) => (await call(getInvitation, { params: { id }, signal })).data,
    retry: false,
  });
  const wrongAccountState = (
    <EmptyState
      isHeading
      icon={<IconMailOff size={32} stroke={1.4} />}
      title={t("foreignTitle")}
      text={t("foreignText")}
    />
  );
  return (
    <main className={styles.page}>
      <DocumentTitle>{t("page")}</DocumentTitle>
      <LoadedContent query={query} rows={1} missingState={wrongAccountState}>
        {(invitation) => <ReceivedInvitationView invitation={invitation} />}
      </LoadedContent>
    </main>
  );
}

function ReceivedInvitationView({
  invitation: { id, inviter, group_name, state },
}: {
  invitation: ReceivedInvitation;
}) {
  const { t } = useTranslation("room");
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await call(acceptInvitation, { params: { id } })).data,
  });
  // React Query does not call this callback of `mutate` after the component has been removed. So the conversation opens
  // only if the reader is still on this page.
  const accept = () =>
    mutate(undefined, {
      onSuccess: (conversation) => navigate(`/chat/${conversation.id}`, { replace: true }),
    });
  if (state === "over")
    return (
      <EmptyState
        isHeading
        icon={<IconMailOff size={32} stroke={1.4} />}
        title={t("overTitle")}
        text={t("overText", { name: inviter.name })}
      />
    );
  const isGroup = group_name !== null;
  return (
    <EmptyState
      isHeading
      icon={<IconMail size={32} stroke={1.4} />}
      title={
        isGroup
          ? t("groupTitle", { name: inviter.name, group: group_name })
          : t("directTitle", { name: inviter.name })
      }
      text={t(isGroup ? "groupText" : "directText")}
      action={
        <Button kind="primary" loading={isPending} onClick={accept}>
          {t(isGroup && state === "open" ? "join" : "inviteOpen")}
        </Button>
      }
    />
  );
}
