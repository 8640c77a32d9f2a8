import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import type { Bot } from "@kakehashi/contract/bots";
import type { Message } from "@kakehashi/contract/messages";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { AnswerOrNoteButtons } from "../../features/bots/answer-or-note.tsx";
import {
  AgentAnswerTranslationNote,
  AnsweredTalkContext,
} from "../../features/bots/answer-translation-note.tsx";
import { CannedAnswerMenu } from "../../features/bots/canned-menu.tsx";
import styles from "../../features/bots/inbox.module.css";
import { useConversation } from "../../features/conversations/use-conversations.ts";
import { ConversationView } from "../../features/messages/conversation-view.tsx";
import { ComposerNoteContext, noteDraftKeyOf, useHasDraft } from "../../features/messages/door.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { tabStorage } from "../../kit/storage.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";

/**
 * Whether the agent writes an internal note instead of an answer. After a reload, this is still true if a note was
 * begun.
 */
function useIsWritingNote(id: string) {
  const hasNoteDraft = useHasDraft(noteDraftKeyOf(id));
  const key = `note ${id}`;
  // Begin with the field for answers if no unfinished note is stored. Otherwise an agent who returns could write an
  // answer into the field for notes.
  const [isWritingNote, setIsWritingNote] = useState(() => hasNoteDraft && tabStorage.read(key) !== null);
  useEffect(() => tabStorage.write(key, isWritingNote ? "open" : null), [key, isWritingNote]);
  return [isWritingNote, setIsWritingNote] as const;
}

/** Props that only the chat pages need. */
export interface ChatPageProps {
  /** The id of the message that a link points to. */
  linkedMessageId?: string | null;
  openThread?: (message: Message) => void;
  onLinkToOtherChat?: (message: Message) => void;
}

interface TalkRoomProps extends ChatPageProps {
  /** The conversation's bot. While it loads, this is undefined and the composer offers no canned answers. */
  bot: Bot | undefined;
  talk: LivechatDetail;
  /** A hint below the composer about who will read the text. */
  composerHint: string;
  /** Shown instead of the composer, with the reason why nobody can write now. Undefined if the reader can write. */
  closedReason?: ReactNode;
}

/**
 * A conversation with a visitor or customer, in the layout of the chat and with the bot's canned answers. Without
 * `openThread`, a thread opens on the chat pages instead.
 */
export function TalkRoom({
  bot,
  talk,
  composerHint,
  closedReason,
  linkedMessageId = null,
  openThread,
  onLinkToOtherChat,
}: TalkRoomProps) {
  const { t } = useTranslation("bots");
  const navigate = useNavigate();
  const account = useAccount();
  const [conversationElement, setConversationElement] = useState<HTMLElement | null>(null);
  const id = talk.conversation_id;
  const [isWritingNote, setNote] = useIsWritingNote(id);
  const visitorId = talk.visitor.id;
  const audienceSettings = useMemo(
    () => ({
      isInternalNote: isWritingNote,
      visitorId,
      // People who work on the bot. A note can mention them, which adds them to the conversation.
      mentionableColleagues: bot?.people.map(({ user }) => user) ?? [],
      answerOrNoteSwitch: <AnswerOrNoteButtons isNote={isWritingNote} choose={setNote} />,
    }),
    [isWritingNote, visitorId, setNote, bot],
  );
  const { conversation, ...query } = useConversation(id);
  const reader = useMemo(
    () => ({ userId: account?.id ?? "", workingLanguage: account?.working_language ?? null }),
    [account?.id, account?.working_language],
  );
  const openThreadOfMessage = (messageId: string) => void navigate(`/chat/${id}?thread=${messageId}`);
  if (!conversation)
    return (
      <LoadedContent query={query} rows={6}>
        {() => null}
      </LoadedContent>
    );
  return (
    <div className={styles.room} data-platform={talk.source} ref={setConversationElement}>
      {!closedReason && talk.state !== "CLOSED" && (
        <p className={styles.tip}>
          <span>{composerHint}</span> {!isWritingNote && <span>{t("cannedTip")}</span>}
        </p>
      )}
      <ComposerNoteContext value={AgentAnswerTranslationNote}>
        <AnsweredTalkContext value={talk}>
          <ConversationView
            key={id}
            conversation={conversation}
            reader={reader}
            linkedMessageId={linkedMessageId}
            audience={audienceSettings}
            closedReason={closedReason}
            openThread={openThread ?? ((message) => openThreadOfMessage(message.id))}
            onLinkToOtherChat={
              onLinkToOtherChat ?? ((message) => openThreadOfMessage(message.parent_id ?? message.id))
            }
          />
        </AnsweredTalkContext>
      </ComposerNoteContext>
      {/* Notes have no menu of canned answers, because those are written for customers. */}
      {bot && !isWritingNote && (
        <CannedAnswerMenu bot={bot} talk={talk} conversationElement={conversationElement} />
      )}
    </div>
  );
}
