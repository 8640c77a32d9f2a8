import { createBroadcast } from "@kakehashi/contract/bot-broadcasts";
import type { Bot } from "@kakehashi/contract/bots";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { languageNames } from "../../i18n/texts.ts";
import { call } from "../../kit/api.ts";
import { Form, type FormOf, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { DraftNote, DraftTime } from "../../kit/ui/draft-note.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { DateField, TextField } from "../../kit/ui/text-field.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormAutosave, useFormDraft } from "../../kit/use-form-draft.ts";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import styles from "./bots.module.css";
import { AudienceFields } from "./broadcast-audience.tsx";
import { bodyOf, draftOf, emptyFields, type Fields, fieldsOfDraft } from "./broadcast-fields.ts";
import { readCount, showBroadcast } from "./broadcast-queries.ts";
import own from "./broadcasts.module.css";
import { allArticlesQuery } from "./phrase-queries.ts";
import { useZone } from "./use-zone.ts";

const schema = () =>
  import("@kakehashi/contract/schemas/bot-broadcasts").then(({ broadcastBody }) => broadcastBody);
/** `textLimits.text` and `maximumScheduleDays` of the contract. */
const maximumText = 5_000;
const lastDayMs = 90 * 24 * 3_600_000;

/** Writes a broadcast. What is typed is kept in this browser until it is sent. */
export function BroadcastForm({ bot }: { bot: Bot }) {
  const { t } = useTranslation(["broadcasts", "common"]);
  const navigate = useNavigate();
  const { number, time, timestamp, fromDateTimeField } = useFormat();
  const zone = useZone();
  const { userId } = useReader();
  const draft = useFormDraft({ userId, place: `broadcast ${bot.id}`, saved: draftOf(emptyFields()) });
  const list = `/bots/${bot.id}/broadcast`;
  const form = useForm({
    schema,
    mode: "onSubmit",
    values: fieldsOfDraft(draft.values),
    keptText: draft.isSafe ? t("draftAfterReload") : undefined,
    toBody: (fields: Fields) => bodyOf(fields, fromDateTimeField),
    async send(body) {
      const { count, talking } = await readCount(bot.id, body.audience);
      const shown = { count, number: number(count) };
      const text = body.scheduled_at
        ? t("confirmLater", { ...shown, moment: timestamp(body.scheduled_at), zone: zone(body.scheduled_at) })
        : t("confirmNow", shown);
      const skipped = talking > 0 ? t("talking", { count: talking, number: number(talking) }) : "";
      const isConfirmed =
        // The server says why it cannot be sent to nobody.
        (count === 0 && body.scheduled_at === null) ||
        (await confirm({
          title: t(body.scheduled_at ? "confirmLaterTitle" : "confirmTitle"),
          text: skipped ? t("common:sentences", { first: text, second: skipped }) : text,
          action: t(body.scheduled_at ? "schedule" : "send"),
        }));
      if (!isConfirmed) return;
      const { data } = await call(createBroadcast, { params: { id: bot.id }, body });
      draft.finish();
      showBroadcast(bot.id, data);
      toast(t(data.state === "SCHEDULED" ? "scheduledToast" : "sendingToast"));
      form.reset();
      await navigate(`${list}/${data.id}`, { replace: true });
    },
  });
  const fields = form.watch();
  useFormAutosave(draft, draftOf(fields));
  useLeaveWarning(form.isDirty && !draft.isSafe, {
    title: t("leaveTitle"),
    text: t("leaveText"),
    action: t("leaveAction"),
  });
  return (
    <>
      <PageHeader headingLevel={2} title={t("new")} />
      {draft.restored && (
        <DraftNote
          text={t("draftRestored", { moment: timestamp(new Date(draft.restored.savedAt)) })}
          discardLabel={t("draftDiscard")}
          onDiscard={() => form.reset(fieldsOfDraft(draft.discard()))}
        />
      )}
      <Form
        form={form}
        actions={
          <div className={styles.buttons}>
            <Button onClick={() => void navigate(list)}>{t("common:cancel")}</Button>
            <Button type="submit" kind="primary" loading={form.isSubmitting}>
              {t(fields.when === "later" ? "scheduleNext" : "sendNext")}
            </Button>
          </div>
        }
      >
        <TextField {...form.field("name")} label={t("name")} description={t("nameHint")} maxLength={200} />
        <ContentFields bot={bot} form={form as unknown as FormOf<Fields>} />
        <AudienceFields
          bot={bot}
          form={form as unknown as FormOf<Fields>}
          nobody={form.formState.errors.audience?.message as string | undefined}
        />
        <WhenFields form={form as unknown as FormOf<Fields>} />
        <DraftTime>
          {!draft.isSafe
            ? t("draftRefused")
            : draft.storedAt !== null && t("draftStored", { time: time(new Date(draft.storedAt)) })}
        </DraftTime>
      </Form>
    </>
  );
}

function ContentFields({ bot, form }: { bot: Bot; form: FormOf<Fields> }) {
  const { t } = useTranslation("broadcasts");
  const kind = form.watch("content.kind");
  const { data: articles = [] } = useQuery({ ...allArticlesQuery(bot.id), enabled: kind === "article" });
  return (
    <fieldset className={own.group}>
      <legend>{t("content")}</legend>
      <SelectField {...form.field("content.kind")} label={t("kind")}>
        <option value="text">{t("kind_text")}</option>
        <option value="article">{t("kind_article")}</option>
      </SelectField>
      {kind === "text" ? (
        bot.languages.map((language, index) => (
          <TextArea
            key={language}
            {...form.field(`content.text.${language}`, index === 0 ? { errorOf: "content.text" } : {})}
            label={t("textIn", { language: languageNames[language] })}
            description={index === 0 ? t("textHint", { example: "{{name}}" }) : undefined}
            lang={language}
            rows={3}
            autosize
            maxRows={10}
            maxLength={maximumText}
          />
        ))
      ) : (
        <SelectField
          key={articles.length}
          {...form.field("content.article_id")}
          label={t("article")}
          description={t(articles.length === 0 ? "noArticles" : "articleHint")}
        >
          <option value="">{t("choose")}</option>
          {articles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </fieldset>
  );
}

function WhenFields({ form }: { form: FormOf<Fields> }) {
  const { t } = useTranslation("broadcasts");
  const { toDateTimeField, fromDateTimeField } = useFormat();
  const zone = useZone();
  const [when, at] = form.watch(["when", "scheduled_at"]);
  const now = new Date();
  const moment = fromDateTimeField(at) ?? now;
  return (
    <fieldset className={own.group}>
      <legend>{t("when")}</legend>
      <SelectField {...form.field("when")} label={t("begin")}>
        <option value="now">{t("when_now")}</option>
        <option value="later">{t("when_later")}</option>
      </SelectField>
      {when === "later" && (
        <DateField
          withTime
          {...form.field("scheduled_at")}
          label={t("time")}
          description={t("timeHint", { zone: zone(moment) })}
          min={toDateTimeField(now)}
          max={toDateTimeField(new Date(now.getTime() + lastDayMs))}
        />
      )}
    </fieldset>
  );
}
