import { createBroadcast } from "@kakehashi/contract/bot-broadcasts";
import type { Bot } from "@kakehashi/contract/bots";
import type { Said } from "@kakehashi/contract/flows/session";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../kit/api.ts";
import { Form, type FormOf, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { DraftNote, DraftTime } from "../../kit/ui/draft-note.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormAutosave, useFormDraft } from "../../kit/use-form-draft.ts";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import styles from "./bots.module.css";
import { AudienceFields } from "./broadcast-audience.tsx";
import { bodyOf, draftOf, emptyFields, type Fields, fieldsOfDraft } from "./broadcast-fields.ts";
import { readCount, showBroadcast } from "./broadcast-queries.ts";
import { refusingPastTimes } from "./broadcast-schema.ts";
import { SendTimeFields } from "./broadcast-time.tsx";
import own from "./broadcasts.module.css";
import { ArticleField, TextsFields } from "./content-fields.tsx";
import { allArticlesQuery } from "./phrase-queries.ts";
import { type PickText, PlatformPreview } from "./platform-preview.tsx";
import { useClockTime } from "./use-clock-time.ts";
import { useVisitorZone, useZone } from "./use-zone.ts";

const schema = () =>
  import("@kakehashi/contract/schemas/bot-broadcasts").then(({ broadcastBody }) =>
    refusingPastTimes(broadcastBody),
  );

/** The form for a new broadcast. Its values stay in this browser until the broadcast is sent. */
export function BroadcastForm({ bot }: { bot: Bot }) {
  const { t } = useTranslation(["broadcasts", "common"]);
  const navigate = useNavigate();
  const { number, time, timestamp, fromDateTimeField } = useFormat();
  const zone = useZone();
  const visitorZone = useVisitorZone(bot);
  const clockTime = useClockTime();
  const { userId } = useReader();
  const draft = useFormDraft({ userId, formKey: `broadcast ${bot.id}`, saved: draftOf(emptyFields()) });
  const list = `/bots/${bot.id}/broadcast`;
  const form = useForm({
    schema,
    mode: "onSubmit",
    values: fieldsOfDraft(draft.values),
    keptText: draft.isSafe ? t("draftAfterReload") : undefined,
    toBody: (fields: Fields) => bodyOf(fields, fromDateTimeField, visitorZone),
    async send(body) {
      const { count: fitting, reachable } = await readCount(bot.id, body.audience);
      const { scheduled_at, reader_time } = body;
      const isNow = scheduled_at === null && reader_time === null;
      const count = isNow ? reachable : fitting;
      const shown = { count, number: number(count) };
      const leftOut = fitting - reachable;
      const text = reader_time
        ? t("confirmClock", { ...shown, moment: clockTime(reader_time.at) })
        : scheduled_at
          ? t("confirmLater", { ...shown, moment: timestamp(scheduled_at), zone: zone(scheduled_at) })
          : t("confirmNow", shown);
      const skipped =
        isNow && leftOut > 0 ? t("othersLeftOut", { count: leftOut, number: number(leftOut) }) : "";
      const isConfirmed =
        // Ask nothing if nobody would get it. The server then refuses the broadcast and says why.
        (count === 0 && isNow) ||
        (await confirm({
          title: t(isNow ? "confirmTitle" : "confirmLaterTitle"),
          text: skipped ? t("common:sentences", { first: text, second: skipped }) : text,
          action: t(isNow ? "send" : "schedule"),
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
      <header className={own.head}>
        <BackLink to={list} label={t("back")} />
        <div className={own.title}>
          <h2>{t("new")}</h2>
        </div>
      </header>
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
              {t(fields.when === "now" ? "sendNext" : "scheduleNext")}
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
        <SendTimeFields bot={bot} form={form as unknown as FormOf<Fields>} />
        <DraftTime>
          {!draft.isSafe
            ? t("draftRefused")
            : draft.storedAt !== null && t("draftStored", { time: time(new Date(draft.storedAt)) })}
        </DraftTime>
      </Form>
    </>
  );
}

/** Shows how the platforms of the bot show the broadcast. */
function BroadcastPreview({ bot, content }: { bot: Bot; content: Fields["content"] }) {
  const { kind, text, article_id } = content;
  const { data } = useQuery({ ...allArticlesQuery(bot.id), enabled: kind === "article" });
  const article = data?.find(({ id }) => id === article_id);
  function previewMessage(pick: PickText): Said | null {
    if (kind === "text") return pick(text) === "" ? null : { kind: "text", text: pick(text), replies: [] };
    if (!article) return null;
    const { title, image, buttons } = article;
    return {
      kind: "card",
      title: pick(title),
      text: pick(article.text),
      image,
      buttons: buttons.map(({ id, label, address }) => ({ id, label: pick(label), address })),
    };
  }
  return <PlatformPreview bot={bot} messageInLanguage={previewMessage} />;
}

function ContentFields({ bot, form }: { bot: Bot; form: FormOf<Fields> }) {
  const { t } = useTranslation("broadcasts");
  const kind = form.watch("content.kind");
  return (
    <fieldset className={own.group}>
      <legend>{t("content")}</legend>
      <SelectField {...form.field("content.kind")} label={t("kind")}>
        <option value="text">{t("kind_text")}</option>
        <option value="article">{t("kind_article")}</option>
      </SelectField>
      {kind === "text" ? (
        <TextsFields
          bot={bot}
          name="content.text"
          field={(language, own) => form.field(`content.text.${language}`, own)}
          label={(language) => t("textIn", { language })}
          hint={t("textHint", { example: "{{name}}" })}
          rows={3}
        />
      ) : (
        <ArticleField
          bot={bot}
          field={form.field("content.article_id")}
          hint={(isEmpty) => t(isEmpty ? "noArticles" : "articleHint")}
        />
      )}
      <BroadcastPreview bot={bot} content={form.watch("content")} />
    </fieldset>
  );
}
