import {
  type ContactMessage,
  contactMessageStates,
  maximumContactReplyLength,
  replyToContactMessage,
  setContactMessageState,
} from "@kakehashi/contract/contact";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./admin.module.css";
import { countryName, toneByContactState } from "./contact-words.ts";

/** A message from the contact form, its status, and its one reply. */
export function ContactMessageView({ message }: { message: ContactMessage }) {
  const { t, i18n } = useTranslation("desk");
  const format = useFormat();
  const { id, state } = message;
  const [hasUnsentReply, setHasUnsentReply] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async (chosenState: ContactMessage["state"]) =>
      (await call(setContactMessageState, { params: { id }, body: { state: chosenState } })).data,
    onSuccess(changedMessage) {
      cacheMessage(changedMessage);
      toast(t("stateChanged"));
    },
  });
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t("state")}</dt>
        <dd>
          <Badge tone={toneByContactState[state]}>{t(`state${state}`)}</Badge>
        </dd>
        <dt>{t("email")}</dt>
        <dd>
          <a className={styles.link} href={`mailto:${message.email}`}>
            {message.email}
          </a>
        </dd>
        <dt>{t("phone")}</dt>
        <dd>
          <a className={styles.link} href={`tel:${message.phone}`}>
            {message.phone}
          </a>
        </dd>
        <dt>{t("country")}</dt>
        <dd>{countryName(message.country, i18n.language)}</dd>
        <dt>{t("language")}</dt>
        <dd>{nativeLanguageNames[message.language]}</dd>
        <dt>{t("topic")}</dt>
        <dd>{t(`topic_${message.topic}`)}</dd>
        {message.plan && (
          <>
            <dt>{t("askedPlan")}</dt>
            <dd lang={message.language}>{message.plan}</dd>
          </>
        )}
        <dt>{t("received")}</dt>
        <dd>
          <time dateTime={message.created_at}>{format.dateTime(message.created_at)}</time>
        </dd>
      </dl>
      <blockquote className={styles.quotedText} lang={message.language}>
        {message.message}
      </blockquote>
      <SelectField
        label={t("changeState")}
        value={state}
        disabled={isPending}
        onChange={({ currentTarget }) => {
          const chosenState = contactMessageStates.find((state) => state === currentTarget.value);
          if (chosenState) mutate(chosenState);
        }}
      >
        {contactMessageStates.map((value) => (
          <option key={value} value={value}>
            {t(`state${value}`)}
          </option>
        ))}
      </SelectField>
      {message.reply !== null && (
        <section className={styles.section} aria-labelledby="reply">
          <h2 id="reply">{t("reply")}</h2>
          <p className={styles.mutedText}>
            {message.replied_at &&
              (message.replied_by
                ? t("repliedBy", { name: message.replied_by, when: format.fullDateTime(message.replied_at) })
                : t("repliedAt", { when: format.fullDateTime(message.replied_at) }))}
          </p>
          <p className={styles.quotedText} lang={message.language}>
            {message.reply}
          </p>
        </section>
      )}
      {(message.reply === null || hasUnsentReply) && (
        <ContactReplyForm message={message} setHasUnsentReply={setHasUnsentReply} />
      )}
    </>
  );
}

function cacheMessage(message: ContactMessage): void {
  getQueryClient().setQueryData(["admin", "contact", message.id], message);
  void getQueryClient().invalidateQueries({ queryKey: ["admin"] });
}

const loadReplyToContactSchema = () =>
  import("@kakehashi/contract/schemas/contact").then((contact) => contact.replyToContactMessage.body);

interface ReplyProps {
  message: ContactMessage;
  /** Called when the reply field changes: with true if it contains text that has not been sent. */
  setHasUnsentReply: (hasUnsentReply: boolean) => void;
}

/**
 * The form for the reply to a message from the contact form. A message gets only one reply. If another admin has
 * replied first, the typed text is not sent and stays in the field.
 */
function ContactReplyForm({ message, setHasUnsentReply }: ReplyProps) {
  const { t } = useTranslation("desk");
  const isAlreadyAnswered = message.reply !== null;
  const form = useForm({
    schema: loadReplyToContactSchema,
    values: { reply: "" },
    mode: "onSubmit",
    async send({ reply }) {
      const question = { title: t("sendReply"), text: t("sendReplyText"), actionLabel: t("sendReply") };
      if (!(await askToConfirm(question))) return;
      const answeredMessage = (
        await call(replyToContactMessage, { params: { id: message.id }, body: { reply } })
      ).data;
      form.reset();
      setHasUnsentReply(false);
      cacheMessage(answeredMessage);
      toast(t("replySent"));
    },
    onRefused() {
      // If another admin replied first, fetch the message again to show that reply.
      void getQueryClient().invalidateQueries({ queryKey: ["admin", "contact", message.id] });
      return false;
    },
  });
  const hasReplyText = form.watch("reply").trim() !== "";
  useEffect(() => setHasUnsentReply(hasReplyText), [setHasUnsentReply, hasReplyText]);
  useLeaveWarning(hasReplyText && !form.isSubmitting, {
    title: t("leaveTitle"),
    text: t("leaveText"),
    actionLabel: t("leaveAction"),
  });
  return (
    <section className={styles.section} aria-labelledby="own-reply">
      <h2 id="own-reply">{t(isAlreadyAnswered ? "replyUnsent" : "reply")}</h2>
      <Form
        form={form}
        actions={
          <div className={styles.actions}>
            {isAlreadyAnswered ? (
              <Button onClick={() => form.reset()}>{t("replyDiscard")}</Button>
            ) : (
              <Button type="submit" kind="primary" loading={form.isSubmitting}>
                {t("sendReply")}
              </Button>
            )}
          </div>
        }
      >
        <p className={styles.hint} role="status">
          {isAlreadyAnswered
            ? t("replyTaken")
            : t("replyHint", { email: message.email, language: nativeLanguageNames[message.language] })}
        </p>
        <TextArea
          {...form.field("reply")}
          rows={8}
          lang={message.language}
          maxLength={maximumContactReplyLength}
          readOnly={isAlreadyAnswered}
          aria-labelledby="own-reply"
        />
      </Form>
    </section>
  );
}
