import { markAllForTranslation, maximumMarked } from "@kakehashi/contract/bookmarks";
import { type Language, languages } from "@kakehashi/contract/languages";
import { type Message, messagesBelow } from "@kakehashi/contract/messages";
import { contentLength } from "@kakehashi/contract/profiles";
import { hasWords } from "@kakehashi/contract/spoken";
import { type Urgency, urgencies } from "@kakehashi/contract/translations";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../kit/api.ts";
import { languageKeys } from "../../../kit/language-keys.ts";
import { toast, toastError } from "../../../kit/toast.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Checkbox } from "../../../kit/ui/checkbox.tsx";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { SelectField } from "../../../kit/ui/select.tsx";
import { TextArea } from "../../../kit/ui/text-area.tsx";
import { useReader } from "../../auth/reader.ts";
import styles from "./picking.module.css";

const urgencyKeys = { LOW: "urgencyLow", NORMAL: "urgencyNormal", HIGH: "urgencyHigh" } as const;

/** The messages whose text is in another language than at least one of these. */
export const askedOf = (messages: readonly Message[], into: readonly Language[]): Message[] =>
  messages.filter(
    ({ deleted, content, language }) => !deleted && hasWords(content) && into.some((one) => one !== language),
  );

/**
 * The languages selected at first: the reader's own. If all messages are in that one, the other languages.
 */
function firstChoice(messages: readonly Message[], reads: Language): Language[] {
  return messages.every(({ language }) => language === reads)
    ? languages.filter((language) => language !== reads)
    : [reads];
}

interface Props {
  messages: readonly Message[];
  onClose: () => void;
  /** Called after the translations were requested. */
  onAsked?: () => void;
  /** Shown above the languages. */
  children?: ReactNode;
}

/**
 * A dialog that requests translations of messages of one conversation: into which languages, how urgent, and
 * a note for the translator.
 */
export function AskDialog({ messages, onClose, onAsked, children }: Props) {
  const { t } = useTranslation(["room", "messages", "common"]);
  const { language: reads } = useReader();
  const [into, setInto] = useState(() => firstChoice(messages, reads));
  const [note, setNote] = useState("");
  const [urgency, setUrgency] = useState<Urgency>("NORMAL");
  const [busy, setBusy] = useState(false);
  const asked = askedOf(messages, into);

  async function ask(): Promise<void> {
    const [first] = asked;
    if (busy || !first) return;
    setBusy(true);
    try {
      const { data } = await call(markAllForTranslation, {
        params: { id: first.conversation_id },
        body: { message_ids: asked.map(({ id }) => id), languages: into, note: note.trim(), urgency },
      });
      toast(t("askedToast", { count: data.message_ids.length }));
      onClose();
      onAsked?.();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t("messages:askTranslation")}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        {children}
        <fieldset className={styles.group}>
          <legend>{t("askInto")}</legend>
          {languages
            .filter((language) => messages.some((message) => message.language !== language))
            .map((language) => (
              <Checkbox
                key={language}
                label={t(`common:${languageKeys[language]}`)}
                checked={into.includes(language)}
                onChange={({ currentTarget: { checked } }) =>
                  setInto(languages.filter((one) => (one === language ? checked : into.includes(one))))
                }
              />
            ))}
        </fieldset>
        <SelectField
          label={t("urgency")}
          value={urgency}
          onChange={({ currentTarget }) =>
            setUrgency(urgencies.find((known) => known === currentTarget.value) ?? "NORMAL")
          }
        >
          {urgencies.map((known) => (
            <option key={known} value={known}>
              {t(urgencyKeys[known])}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={t("askNote")}
          description={t("askNoteHint")}
          rows={2}
          autosize
          maxRows={6}
          maxLength={contentLength}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <div className={styles.foot}>
          <span className={styles.pickedCount} role="status">
            {t(into.length > 0 ? "askCount" : "askNoLanguage", { count: asked.length })}
          </span>
          <Button kind="quiet" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button kind="primary" type="submit" loading={busy} disabled={asked.length === 0}>
            {t("askAction")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * A dialog that requests the translation of one message, or of it and the messages after it in its
 * conversation or thread.
 */
export function AskForOne({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation("room");
  const [onward, setOnward] = useState(false);
  const { data: below, error } = useQuery({
    queryKey: ["messages", "below", message.id],
    queryFn: ({ signal }) =>
      call(messagesBelow, {
        params: { id: message.conversation_id, mid: message.id },
        query: { paging: maximumMarked - 1 },
        signal,
      }),
    // Fetch again: messages that arrived since then count as well.
    staleTime: 0,
    gcTime: 0,
  });
  const following = (below?.data ?? []).filter(({ deleted, content }) => !deleted && hasWords(content));
  const messages = onward ? [message, ...following] : [message];
  return (
    <AskDialog key={message.id} messages={messages} onClose={onClose}>
      {(following.length > 0 || error) && (
        <fieldset className={styles.group}>
          <legend>{t("askWhich")}</legend>
          <label className={styles.radio}>
            <input type="radio" checked={!onward} onChange={() => setOnward(false)} />
            {t("askThis")}
          </label>
          <label className={styles.radio}>
            <input
              type="radio"
              checked={onward}
              disabled={following.length === 0}
              onChange={() => setOnward(true)}
            />
            {error
              ? t("askOnwardFailed")
              : t(below?.meta.below ? "askOnwardFirst" : "askOnward", { count: following.length })}
          </label>
        </fieldset>
      )}
    </AskDialog>
  );
}
