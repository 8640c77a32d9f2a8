import { sendInvitation } from "@kakehashi/contract/invitations";
import { IconMail, IconMailCheck } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient, ignoreErrorShownByForm } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import styles from "./invite-offer.module.css";
import { invitationsKey } from "./pending-invitations.tsx";
import dialog from "./start-dialog.module.css";

/**
 * Offers to send an invitation to an e-mail address that the search has not found. The text does not reveal whether the
 * address has an account.
 */
export function InviteOffer({ email, groupId }: { email: string; groupId?: string | undefined }) {
  const { t } = useTranslation("room");
  const getErrorText = useErrorText();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      call(sendInvitation, { body: { email, ...(groupId !== undefined && { conversation_id: groupId }) } }),
    onSuccess: () => {
      if (groupId !== undefined)
        void getQueryClient().invalidateQueries({ queryKey: invitationsKey(groupId) });
    },
    onError: ignoreErrorShownByForm,
  });
  if (isSuccess)
    return (
      <div className={styles.offer} role="status">
        <IconMailCheck size={24} stroke={1.6} aria-hidden="true" />
        <p>{t(groupId === undefined ? "sentDirect" : "sentGroup", { email })}</p>
      </div>
    );
  return (
    <div className={styles.offer}>
      <p>{t(groupId === undefined ? "offerDirect" : "offerGroup", { email })}</p>
      {error && (
        <p className={styles.refusal} role="alert">
          {getErrorText(error)}
        </p>
      )}
      <Button
        data-person
        kind="primary"
        leftSection={<IconMail size={18} stroke={1.6} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t("invite")}
      </Button>
    </div>
  );
}

export function NobodyFound() {
  const { t } = useTranslation("room");
  return (
    <p className={dialog.noResult} role="status">
      {t("startNobody")}
    </p>
  );
}
