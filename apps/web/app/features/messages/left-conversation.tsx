import type { Language } from "@kakehashi/contract/languages";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import { IconMessageOff } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UnsentButtons } from "../../kit/ui/unsent-buttons.tsx";
import { useReader } from "../auth/reader.ts";
import { readUnfinishedTranslations } from "../translations/drafts-in-room.ts";
import styles from "./left-conversation.module.css";
import { parseChatKey } from "./state/chat-key.ts";
import { listDraftsInConversation, writeDraft } from "./state/drafts.ts";
import { discardQueuedMessage, refusedMessagesOf, subscribeToOutbox } from "./state/outbox.ts";
import { unsavedEdits } from "./state/use-editing.ts";

interface UnsentText {
  readonly key: string;
  readonly text: string;
  /** The language of the unsent text if it is a translation. */
  readonly language?: Language;
  discard(): void;
}

/**
 * Returns all unsent texts, including translations, that were written in this browser for a conversation and its
 * threads.
 */
function unsentTextsOf(userId: string, id: string): UnsentText[] {
  const drafts = listDraftsInConversation(id).map(([key, text]) => ({
    key,
    text,
    discard: () => writeDraft(key, ""),
  }));
  const refusedTexts = refusedMessagesOf(id).map(({ client_id, content }) => ({
    key: client_id,
    text: replaceMentionsByNames(content),
    discard: () => discardQueuedMessage(client_id),
  }));
  const edits = [...unsavedEdits]
    .filter(([key, { content, seenText }]) => parseChatKey(key).id === id && content !== seenText.content)
    .map(([key, { content }]) => ({
      key: `edit ${key}`,
      text: replaceMentionsByNames(content),
      discard: () => unsavedEdits.delete(key),
    }));
  return [...refusedTexts, ...drafts, ...edits, ...readUnfinishedTranslations(userId, id)].filter(
    ({ text }) => text.trim() !== "",
  );
}

/**
 * Shown instead of a conversation that the reader is no longer a member of. `name` is its last known name.
 * The reader can copy text that they wrote and did not send.
 */
export function LeftConversation({ conversationId, name }: { conversationId: string; name: string | null }) {
  const { t } = useTranslation(["room", "messages", "conversations"]);
  const { userId } = useReader();
  const heading = useId();
  const containerRef = useRef<HTMLDivElement>(null);
  const [unsentTexts, setUnsentTexts] = useState<readonly UnsentText[]>([]);
  useEffect(() => {
    // The focused element was removed together with the conversation, so the focus is lost. Move it to this box.
    if (document.activeElement === document.body) containerRef.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const readUnsentTexts = () => setUnsentTexts(unsentTextsOf(userId, conversationId));
    readUnsentTexts();
    const unsubscribe = subscribeToOutbox(readUnsentTexts);
    return () => void unsubscribe();
  }, [userId, conversationId]);
  return (
    <div className={styles.notice}>
      <div ref={containerRef} role="alert" tabIndex={-1}>
        <EmptyState
          icon={<IconMessageOff size={24} stroke={1.6} />}
          isHeading
          title={name === null ? t("notThereTitle") : t("removedTitle", { name })}
          text={name === null ? t("notThereText") : t("removedText")}
          action={<Link to="/chat">{t("conversations:backToList")}</Link>}
        />
      </div>
      {unsentTexts.length > 0 && (
        <section className={styles.unsent} aria-labelledby={heading}>
          <h2 id={heading}>{t("unsent")}</h2>
          <ul>
            {unsentTexts.map((item) => (
              <li key={item.key}>
                <p className={styles.unsentText} lang={item.language}>
                  {item.text}
                </p>
                <UnsentButtons
                  text={item.text}
                  copyLabel={t("copyText")}
                  copiedText={t("messages:textCopied")}
                  discardLabel={t("messages:discard")}
                  onDiscard={() => {
                    item.discard();
                    setUnsentTexts(unsentTextsOf(userId, conversationId));
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
