import type { BroadcastDetail } from "@kakehashi/contract/bot-broadcasts";
import type { Bot } from "@kakehashi/contract/bots";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Form, type FormOf, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { stayingInEditorState, useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./bots.module.css";
import { type BroadcastFormFields, changedBroadcastBodyOf, fieldsOfBroadcast } from "./broadcast-fields.ts";
import { BroadcastFields } from "./broadcast-form-fields.tsx";
import { refetchBroadcasts, saveBroadcast } from "./broadcast-queries.ts";
import { withPastTimeErrors } from "./broadcast-schema.ts";
import own from "./broadcasts.module.css";
import { ChangesOfOtherNote, useFormBaseRevision, useMergeOfNewerRevision } from "./their-changes.tsx";
import { useSendConfirmation } from "./use-send-question.ts";
import { useDefaultVisitorTimeZone } from "./use-zone.ts";

const loadChangedBroadcastSchema = () =>
  import("@kakehashi/contract/schemas/bot-broadcasts").then(({ broadcastChangeBodySchema }) =>
    withPastTimeErrors(broadcastChangeBodySchema),
  );

/**
 * The form that changes a scheduled broadcast. If a translator or another editor saves changes while the form is open,
 * the changes appear in the form.
 */
export function BroadcastEdit({ bot, broadcast }: { bot: Bot; broadcast: BroadcastDetail }) {
  const { t } = useTranslation(["broadcasts", "common"]);
  const navigate = useNavigate();
  const { fromDateTimeField, toDateTimeField } = useFormat();
  const defaultVisitorZone = useDefaultVisitorTimeZone(bot);
  const confirmSending = useSendConfirmation(bot.id);
  const mergeState = useFormBaseRevision(broadcast);
  const { knownEntry, changesOfOther } = mergeState;
  // For visitors whose time zone is unknown, keep the time zone that the broadcast already has, even if the reader is
  // in another one.
  const visitorZone = knownEntry.reader_time?.time_zone ?? defaultVisitorZone;
  const page = `/bots/${bot.id}/broadcast/${broadcast.id}`;
  const valuesOf = (entry: BroadcastDetail) => fieldsOfBroadcast(entry, toDateTimeField);
  const form = useForm({
    schema: loadChangedBroadcastSchema,
    mode: "onSubmit",
    values: valuesOf(broadcast),
    toBody: (fields: BroadcastFormFields) =>
      changedBroadcastBodyOf(fields, knownEntry.revision, fromDateTimeField, visitorZone),
    async send(body) {
      const isSentNow = body.scheduled_at === null && body.reader_time === null;
      if (isSentNow && !(await confirmSending(body))) return;
      await saveBroadcast(bot.id, broadcast.id, body);
      toast(t(isSentNow ? "sendingToast" : "changedToast"));
      await navigate(page, { replace: true, state: stayingInEditorState });
    },
    async onRefused(error) {
      // A conflict (409) means that somebody else has changed the broadcast, or that the server has begun to send it.
      // Fetch the broadcast again. The form then takes over the changes, or says that sending has begun.
      if (error instanceof ApiError && error.status === 409) await refetchBroadcasts(bot.id);
      return false;
    },
  });
  useMergeOfNewerRevision(mergeState, {
    entry: broadcast,
    valuesOf,
    form: form as unknown as FormOf<BroadcastFormFields>,
  });
  const [wasScheduled] = useState(broadcast.state === "SCHEDULED");
  const canChangeBroadcast = broadcast.state === "SCHEDULED";
  useLeaveWarning(
    form.isDirty && canChangeBroadcast,
    { title: t("leaveEditTitle"), text: t("leaveEditText"), actionLabel: t("leaveEditAction") },
    true,
  );
  if (!wasScheduled) return <Navigate to={page} replace />;
  const shownChanges = changesOfOther && {
    ...changesOfOther,
    // Show only changes of the name and the texts, because people would not understand the stored values of other
    // fields.
    changes: changesOfOther.changes.filter(({ path }) => path === "name" || path.startsWith("content.text")),
  };
  return (
    <>
      <header className={own.head}>
        <BackLink to={page} label={t("backToOne")} />
        <div className={own.title}>
          <h2>{t("editTitle")}</h2>
        </div>
      </header>
      <Form
        form={form}
        actions={
          <div className={styles.buttons}>
            <Button onClick={() => void navigate(page)}>{t("common:cancel")}</Button>
            {canChangeBroadcast && (
              <Button type="submit" kind="primary" loading={form.isSubmitting}>
                {t(form.watch("when") === "now" ? "sendNext" : "save")}
              </Button>
            )}
          </div>
        }
      >
        {!canChangeBroadcast && (
          <p className={own.paused} role="status">
            {t("noLongerChangeable")}
          </p>
        )}
        {shownChanges && <ChangesOfOtherNote changesOfOther={shownChanges} />}
        <BroadcastFields
          bot={bot}
          form={form as unknown as FormOf<BroadcastFormFields>}
          keptArticle={knownEntry.content.kind === "article" ? knownEntry.content : null}
          visitorZone={visitorZone}
        />
      </Form>
    </>
  );
}
