import {
  type ContactMessage,
  contactStates,
  replyLength,
  replyToContact,
  setContactState,
} from "@kakehashi/contract/contact";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { queryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./admin.module.css";
import { contactTones, countryName } from "./contact-words.ts";

/** A message from the contact form, its status, and its one reply. */
export function Message({ message }: { message: ContactMessage }) {
  const { t, i18n } = useTranslation("desk");
  const format = useFormat();
  const { id, state } = message;
  const [draft, setDraft] = useState("");
  const { mutate, isPending } = useMutation({
    mutationFn: async (next: ContactMessage["state"]) =>
      (await call(setContactState, { params: { id }, body: { state: next } })).data,
    onSuccess(changed) {
      keep(changed);
      toast(t("stateChanged"));
    },
  });
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t("state")}</dt>
        <dd>
          <Badge tone={contactTones[state]}>{t(`state${state}`)}</Badge>
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
        <dd>{languageNames[message.language]}</dd>
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
          <time dateTime={message.created_at}>{format.moment(message.created_at)}</time>
        </dd>
      </dl>
      <blockquote className={styles.words} lang={message.language}>
        {message.message}
      </blockquote>
      <label className={styles.field}>
        {t("changeState")}
        <Select
          value={state}
          disabled={isPending}
          onChange={({ currentTarget }) => {
            const next = contactStates.find((known) => known === currentTarget.value);
            if (next) mutate(next);
          }}
        >
          {contactStates.map((value) => (
            <option key={value} value={value}>
              {t(`state${value}`)}
            </option>
          ))}
        </Select>
      </label>
      {message.reply !== null && (
        <section className={styles.part} aria-labelledby="reply">
          <h2 id="reply">{t("reply")}</h2>
          <p className={styles.quiet}>
            {message.replied_at &&
              (message.replied_by
                ? t("repliedBy", { name: message.replied_by, when: format.full(message.replied_at) })
                : t("repliedAt", { when: format.full(message.replied_at) }))}
          </p>
          <p className={styles.words} lang={message.language}>
            {message.reply}
          </p>
        </section>
      )}
      {(message.reply === null || draft.trim() !== "") && (
        <Reply message={message} draft={draft} setDraft={setDraft} />
      )}
    </>
  );
}

function keep(message: ContactMessage): void {
  queryClient().setQueryData(["admin", "contact", message.id], message);
  void queryClient().invalidateQueries({ queryKey: ["admin"] });
}

interface ReplyProps {
  message: ContactMessage;
  draft: string;
  setDraft: (text: string) => void;
}

/** The form for the reply. The text stays if somebody else has replied meanwhile. */
function Reply({ message, draft, setDraft }: ReplyProps) {
  const { t } = useTranslation("desk");
  const textOf = useErrorText();
  const isTooLate = message.reply !== null;
  const [refused, setRefused] = useState("");
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      (await call(replyToContact, { params: { id: message.id }, body: { reply: draft } })).data,
    onSuccess(answered) {
      setDraft("");
      keep(answered);
      toast(t("replySent"));
    },
    onError(error) {
      setRefused((error instanceof ApiError && error.fields.reply) || textOf(error));
      // Somebody else may have replied first. Show their reply.
      void queryClient().invalidateQueries({ queryKey: ["admin", "contact", message.id] });
    },
  });
  useLeaveWarning(draft.trim() !== "" && !isPending, {
    title: t("leaveTitle"),
    text: t("leaveText"),
    action: t("leaveAction"),
  });
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!draft.trim()) return setRefused(t("replyEmpty"));
    const question = { title: t("sendReply"), text: t("sendReplyText"), action: t("sendReply") };
    if (await confirm(question)) mutate();
  }
  return (
    <form className={styles.part} aria-labelledby="own-reply" onSubmit={send} noValidate>
      <h2 id="own-reply">{t(isTooLate ? "replyUnsent" : "reply")}</h2>
      <label className={styles.field}>
        <span id="reply-hint" className={styles.hint} role="status">
          {isTooLate
            ? t("replyTaken")
            : t("replyHint", { email: message.email, language: languageNames[message.language] })}
        </span>
        <textarea
          rows={8}
          lang={message.language}
          maxLength={replyLength}
          value={draft}
          readOnly={isTooLate}
          aria-label={t(isTooLate ? "replyUnsent" : "reply")}
          aria-describedby="reply-hint"
          aria-invalid={refused !== ""}
          onChange={({ currentTarget }) => {
            setDraft(currentTarget.value);
            setRefused("");
          }}
        />
      </label>
      {refused && (
        <p className={styles.error} role="alert">
          {refused}
        </p>
      )}
      <div className={styles.actions}>
        {isTooLate ? (
          <Button onClick={() => setDraft("")}>{t("replyDiscard")}</Button>
        ) : (
          <Button type="submit" kind="primary" loading={isPending}>
            {t("sendReply")}
          </Button>
        )}
      </div>
    </form>
  );
}
