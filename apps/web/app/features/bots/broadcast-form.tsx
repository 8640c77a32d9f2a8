import { createBroadcast } from "@kakehashi/contract/bot-broadcasts";
import type { Bot } from "@kakehashi/contract/bots";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, type FormOf, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { DraftNote, DraftTime } from "../../kit/ui/draft-note.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormAutosave, useFormDraft } from "../../kit/use-form-draft.ts";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import styles from "./bots.module.css";
import {
  type BroadcastFormFields,
  broadcastDraftOf,
  createEmptyBroadcastFields,
  fieldsOfBroadcastDraft,
  newBroadcastBodyOf,
} from "./broadcast-fields.ts";
import { BroadcastFields } from "./broadcast-form-fields.tsx";
import { cacheBroadcast } from "./broadcast-queries.ts";
import { withPastTimeErrors } from "./broadcast-schema.ts";
import own from "./broadcasts.module.css";
import { useSendConfirmation } from "./use-send-question.ts";
import { useDefaultVisitorTimeZone } from "./use-zone.ts";

const loadBroadcastSchema = () =>
  import("@kakehashi/contract/schemas/bot-broadcasts").then(({ newBroadcastBodySchema }) =>
    withPastTimeErrors(newBroadcastBodySchema),
  );

interface BroadcastFormProps {
  bot: Bot;
  /** The broadcast whose values the new broadcast begins with. */
  copiedBroadcast?: { readonly id: string; readonly fields: BroadcastFormFields };
}

/** The form for a new broadcast. This browser stores the typed values until the broadcast is sent or scheduled. */
export function BroadcastForm({ bot, copiedBroadcast }: BroadcastFormProps) {
  const { t } = useTranslation(["broadcasts", "common"]);
  const navigate = useNavigate();
  const { time, dateTime, fromDateTimeField } = useFormat();
  const visitorZone = useDefaultVisitorTimeZone(bot);
  const confirmSending = useSendConfirmation(bot.id);
  const { userId } = useReader();
  const draft = useFormDraft({
    userId,
    formKey: `broadcast ${bot.id}${copiedBroadcast ? ` ${copiedBroadcast.id}` : ""}`,
    saved: broadcastDraftOf(copiedBroadcast?.fields ?? createEmptyBroadcastFields()),
  });
  const list = `/bots/${bot.id}/broadcast`;
  const form = useForm({
    schema: loadBroadcastSchema,
    mode: "onSubmit",
    values: fieldsOfBroadcastDraft(draft.values),
    restoredTextNote: draft.isSafe ? t("draftAfterReload") : undefined,
    toBody: (fields: BroadcastFormFields) => newBroadcastBodyOf(fields, fromDateTimeField, visitorZone),
    async send(body) {
      if (!(await confirmSending(body))) return;
      const { data } = await call(createBroadcast, { params: { id: bot.id }, body });
      draft.finish();
      cacheBroadcast(bot.id, data);
      toast(t(data.state === "SCHEDULED" ? "scheduledToast" : "sendingToast"));
      form.reset();
      await navigate(`${list}/${data.id}`, { replace: true });
    },
  });
  const fields = form.watch();
  useFormAutosave(draft, broadcastDraftOf(fields));
  useLeaveWarning(form.isDirty && !draft.isSafe, {
    title: t("leaveTitle"),
    text: t("leaveText"),
    actionLabel: t("leaveAction"),
  });
  return (
    <>
      <header className={own.head}>
        <BackLink to={list} label={t("back")} />
        <div className={own.title}>
          <h2>{t("new")}</h2>
        </div>
      </header>
      {draft.restored && (
        <DraftNote
          text={t("draftRestored", { moment: dateTime(new Date(draft.restored.savedAt)) })}
          discardLabel={t("draftDiscard")}
          onDiscard={() => form.reset(fieldsOfBroadcastDraft(draft.discard()))}
        />
      )}
      <Form
        form={form}
        actions={
          <div className={styles.buttons}>
            <Button onClick={() => void navigate(list)}>{t("common:cancel")}</Button>
            <Button type="submit" kind="primary" loading={form.isSubmitting}>
              {t(fields.when === "now" ? "sendNext" : "scheduleNext")}
            </Button>
          </div>
        }
      >
        <BroadcastFields
          bot={bot}
          form={form as unknown as FormOf<BroadcastFormFields>}
          keptArticle={null}
          visitorZone={visitorZone}
        />
        <DraftTime>
          {!draft.isSafe
            ? t("draftRefused")
            : draft.storedAt !== null && t("draftStored", { time: time(new Date(draft.storedAt)) })}
        </DraftTime>
      </Form>
    </>
  );
}
