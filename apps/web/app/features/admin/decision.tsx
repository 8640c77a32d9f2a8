import {
  acceptProfile,
  activation,
  blockProfile,
  type Decision,
  refuseProfile,
  unblockProfile,
} from "@kakehashi/contract/activation";
import { canHappen } from "@kakehashi/contract/kit/transitions";
import { contentLength, type Profile } from "@kakehashi/contract/profiles";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import styles from "./admin.module.css";
import { useFieldErrors } from "./field-errors.tsx";
import { fieldErrorsOf } from "./field-errors-of.ts";

type WithReason = "refuse" | "block";

/** Sends a decision. Whether it succeeds or not, all admin data is fetched again. */
function useDecide(userId: string, onError: (error: unknown) => void) {
  const { t } = useTranslation(["admin", "desk"]);
  const params = { id: userId };
  return useMutation({
    mutationFn: ({ event, reason = "" }: { event: Decision; reason?: string }) => {
      if (event === "accept") return call(acceptProfile, { params });
      if (event === "unblock") return call(unblockProfile, { params });
      return call(event === "refuse" ? refuseProfile : blockProfile, { params, body: { reason } });
    },
    onSuccess: () => toast(t("decided")),
    onError,
    onSettled: () => queryClient().invalidateQueries({ queryKey: ["admin"] }),
  });
}

/** The decisions that an admin can make about a profile. Rejecting and blocking ask for a reason. */
export function DecisionActions({ profile }: { profile: Profile }) {
  const { t } = useTranslation(["admin", "desk"]);
  const [asked, setAsked] = useState<WithReason | null>(null);
  const { mutate, isPending } = useDecide(profile.user_id, toastError);
  const can = (event: Decision) => canHappen(activation, event, profile.status);
  const { name } = profile;

  if (asked && can(asked))
    return <ReasonForm userId={profile.user_id} event={asked} cancel={() => setAsked(null)} />;

  async function accept(): Promise<void> {
    const question = {
      title: t("desk:acceptTitle", { name }),
      text: t("desk:acceptText"),
      action: t("accept"),
    };
    if (await confirm(question)) mutate({ event: "accept" });
  }
  async function unblock(): Promise<void> {
    const question = { title: t("sureTitle"), text: t("sureText"), action: t("unblock") };
    if (await confirm(question)) mutate({ event: "unblock" });
  }
  if (profile.status === "NOT_REQUEST" || profile.status === "REFUSED") return null;
  return (
    <div className={styles.decision}>
      {can("refuse") && (
        <Button data-decision="refuse" disabled={isPending} onClick={() => setAsked("refuse")}>
          {t("refuse")}
        </Button>
      )}
      {can("block") && (
        <Button kind="danger" data-decision="block" disabled={isPending} onClick={() => setAsked("block")}>
          {t("block")}
        </Button>
      )}
      {can("accept") && (
        <Button kind="primary" data-decision="accept" loading={isPending} onClick={accept}>
          {t("accept")}
        </Button>
      )}
      {can("unblock") && (
        <Button kind="primary" data-decision="unblock" loading={isPending} onClick={unblock}>
          {t("unblock")}
        </Button>
      )}
    </div>
  );
}

function ReasonForm({ userId, event, cancel }: { userId: string; event: WithReason; cancel: () => void }) {
  const { t } = useTranslation(["admin", "desk", "common"]);
  const textOf = useErrorText();
  const [reason, setReason] = useState("");
  const { form, setErrors, note, marked } = useFieldErrors();
  const { mutate, isPending } = useDecide(userId, (error) => setErrors(fieldErrorsOf(error, textOf)));

  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    if (!reason.trim()) setErrors({ reason: t("desk:reasonMissing") });
    else mutate({ event, reason });
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <p className={styles.quiet}>{t(event === "refuse" ? "desk:refuseNote" : "desk:blockNote")}</p>
      <label className={styles.field}>
        {t("reason")}
        <textarea
          rows={3}
          maxLength={contentLength}
          value={reason}
          // biome-ignore lint/a11y/noAutofocus: “Refuse” or “Block” was pressed, and asks for its reason here
          autoFocus
          {...marked("reason")}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setErrors({});
          }}
        />
        {note("reason") || <span className={styles.hint}>{t("reasonHint")}</span>}
      </label>
      {note("")}
      <div className={styles.actions}>
        <Button onClick={cancel}>{t("common:cancel")}</Button>
        <Button
          type="submit"
          kind={event === "block" ? "danger" : "primary"}
          data-decision={event}
          loading={isPending}
        >
          {t(event)}
        </Button>
      </div>
    </form>
  );
}
