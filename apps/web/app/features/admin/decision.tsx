import {
  type ActivationDecision,
  acceptProfile,
  activationTransitions,
  blockProfile,
  refuseProfile,
  unblockProfile,
} from "@kakehashi/contract/activation";
import { isLegalTransition } from "@kakehashi/contract/kit/transitions";
import { maximumFreeTextLength, type Profile } from "@kakehashi/contract/profiles";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { getQueryClient, ignoreErrorShownByForm } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import styles from "./admin.module.css";

type DecisionWithReason = "refuse" | "block";

const loadRefuseProfileSchema = () =>
  import("@kakehashi/contract/schemas/activation").then((decisions) => decisions.refuseProfile.body);

/**
 * Returns a mutation that sends an admin's decision about a profile. Afterwards the admin data is fetched again, even
 * after a failure. If `isErrorInForm` is true, the form shows the error of a failure. Otherwise a toast shows it.
 */
function useSendDecision(userId: string, isErrorInForm = false) {
  const { t } = useTranslation(["admin", "desk"]);
  const params = { id: userId };
  return useMutation({
    mutationFn: ({ event, reason = "" }: { event: ActivationDecision; reason?: string }) => {
      if (event === "accept") return call(acceptProfile, { params });
      if (event === "unblock") return call(unblockProfile, { params });
      return call(event === "refuse" ? refuseProfile : blockProfile, { params, body: { reason } });
    },
    onSuccess: () => toast(t("decided")),
    ...(isErrorInForm && { onError: ignoreErrorShownByForm }),
    onSettled: () => getQueryClient().invalidateQueries({ queryKey: ["admin"] }),
  });
}

/** The buttons for an admin's decisions about a profile. Refusing and blocking ask for a reason. */
export function DecisionActions({ profile }: { profile: Profile }) {
  const { t } = useTranslation(["admin", "desk"]);
  const [pendingDecision, setPendingDecision] = useState<DecisionWithReason | null>(null);
  const { mutate, isPending } = useSendDecision(profile.user_id);
  const isDecisionPossible = (event: ActivationDecision) =>
    isLegalTransition(activationTransitions, event, profile.status);
  const { name } = profile;

  if (pendingDecision && isDecisionPossible(pendingDecision))
    return (
      <ReasonForm userId={profile.user_id} event={pendingDecision} cancel={() => setPendingDecision(null)} />
    );

  async function acceptProfile(): Promise<void> {
    const question = {
      title: t("desk:acceptTitle", { name }),
      text: t("desk:acceptText"),
      actionLabel: t("accept"),
    };
    if (await askToConfirm(question)) mutate({ event: "accept" });
  }
  async function unblock(): Promise<void> {
    const question = { title: t("sureTitle"), text: t("sureText"), actionLabel: t("unblock") };
    if (await askToConfirm(question)) mutate({ event: "unblock" });
  }
  if (profile.status === "NOT_REQUEST" || profile.status === "REFUSED") return null;
  return (
    <div className={styles.decision}>
      {isDecisionPossible("refuse") && (
        <Button data-decision="refuse" disabled={isPending} onClick={() => setPendingDecision("refuse")}>
          {t("refuse")}
        </Button>
      )}
      {isDecisionPossible("block") && (
        <Button
          kind="danger"
          data-decision="block"
          disabled={isPending}
          onClick={() => setPendingDecision("block")}
        >
          {t("block")}
        </Button>
      )}
      {isDecisionPossible("accept") && (
        <Button kind="primary" data-decision="accept" loading={isPending} onClick={acceptProfile}>
          {t("accept")}
        </Button>
      )}
      {isDecisionPossible("unblock") && (
        <Button kind="primary" data-decision="unblock" loading={isPending} onClick={unblock}>
          {t("unblock")}
        </Button>
      )}
    </div>
  );
}

function ReasonForm({
  userId,
  event,
  cancel,
}: {
  userId: string;
  event: DecisionWithReason;
  cancel: () => void;
}) {
  const { t } = useTranslation(["admin", "desk", "common"]);
  const { mutateAsync } = useSendDecision(userId, true);
  const form = useForm({
    schema: loadRefuseProfileSchema,
    values: { reason: "" },
    mode: "onSubmit",
    send: ({ reason }) => mutateAsync({ event, reason }),
  });
  return (
    <Form
      form={form}
      actions={
        <div className={styles.actions}>
          <Button onClick={cancel}>{t("common:cancel")}</Button>
          <Button
            type="submit"
            kind={event === "block" ? "danger" : "primary"}
            data-decision={event}
            loading={form.isSubmitting}
          >
            {t(event)}
          </Button>
        </div>
      }
    >
      <p className={styles.mutedText}>{t(event === "refuse" ? "desk:refuseNote" : "desk:blockNote")}</p>
      <TextArea
        {...form.field("reason")}
        label={t("reason")}
        description={t("reasonHint")}
        rows={3}
        maxLength={maximumFreeTextLength}
        // A form that asks for the reason, after a press on “Refuse” or “Block”.
        autoFocus
      />
    </Form>
  );
}
