import { isolateDirection } from "@kakehashi/contract/direction";
import type { Message } from "@kakehashi/contract/messages";
import { IconArrowLeft, IconSearch } from "@tabler/icons-react";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { leftConversationIds } from "../../features/conversations/left-conversations.ts";
import { conversationName } from "../../features/conversations/name.ts";
import { NameOnOneLine } from "../../features/conversations/name-on-one-line.tsx";
import { ConversationPicture } from "../../features/conversations/picture.tsx";
import { useConversation } from "../../features/conversations/use-conversations.ts";
import { ConversationView } from "../../features/messages/conversation-view.tsx";
import { usePresenceText } from "../../features/presence/avatar-with-presence.tsx";
import { PersonName } from "../../features/profiles/name-in-other-script.tsx";
import { hasProfileCard, type PersonOrDeletedAccount } from "../../features/profiles/people.ts";
import { roleTextKeys } from "../../features/profiles/roles.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { runWhenReaderIdle } from "../../kit/idle.ts";
import { PaneErrorBoundary } from "../../kit/ui/boundary.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import type { Route } from "./+types/conversation.ts";
import styles from "./conversation.module.css";
import type { WorkspaceHandle } from "./layout.tsx";
import { roomPanes, useRoomPane } from "./room-panes.tsx";

const LeftConversation = createLazyComponent(async () => {
  const [{ LeftConversation }] = await Promise.all([
    import("../../features/messages/left-conversation.tsx"),
    loadTexts("room"),
  ]);
  return LeftConversation;
});

// The messages of a conversation with a visitor or customer. Only its agent can answer. Other members see the agent's
// name.
const ChatTalk = createLazyComponent(async () => {
  const [{ TalkChatPage: ChatTalk }] = await Promise.all([import("./talk-chat-page.tsx"), loadTexts("bots")]);
  return ChatTalk;
});

/**
 * How many milliseconds after its opening the page loads the code of all panes. By then, the messages are usually
 * visible.
 */
const preloadDelayMs = 300;
/** Loads the code of all panes in advance, so that they open even if the connection is lost later. */
const preloadPanes = () => void Promise.all(roomPanes.map(({ preload }) => preload())).catch(() => undefined);

export const handle: WorkspaceHandle = { fillsNarrowScreen: true };

export default function ConversationPage({ params }: Route.ComponentProps) {
  // Ids are stored in small letters, but an address may have capitals. So convert the id.
  const conversationId = params.conversationId.toLowerCase();
  const { t } = useTranslation(["conversations", "common"]);
  const navigate = useNavigate();
  const account = useAccount();
  const { conversation, ...query } = useConversation(conversationId);
  const { pane, value, linkedMessageId, linkedIdInList, open, close } = useRoomPane(conversationId);
  const openThread = useCallback(({ id }: { id: string }) => open({ thread: id }), [open]);
  const onLinkToOtherChat = useCallback(
    ({ id, parent_id }: Message) =>
      open(parent_id === null ? { message: id } : { thread: parent_id, message: id }, true),
    [open],
  );
  useEffect(() => runWhenReaderIdle(preloadDelayMs, preloadPanes), []);
  const presence = usePresenceText(conversation?.partner?.id);
  const reader = useMemo(
    () => ({ userId: account?.id ?? "", workingLanguage: account?.working_language ?? null }),
    [account?.id, account?.working_language],
  );
  // The conversation's last known name. A reader who is removed from the conversation still sees this name.
  const [lastKnownConversation, setLastKnownConversation] = useState({ id: "", name: "" });
  const name = conversation ? conversationName(conversation, t) : "";
  if (conversation && (lastKnownConversation.id !== conversation.id || lastKnownConversation.name !== name))
    setLastKnownConversation({ id: conversation.id, name });
  if (!account) return null;
  if (!conversation) {
    const { error } = query;
    const isUnavailable = error instanceof ApiError && (error.status === 404 || error.status === 422);
    if (isUnavailable && leftConversationIds.has(conversationId)) return <Navigate to="/chat" replace />;
    return (
      <section className={styles.emptyState}>
        <DocumentTitle>{t("title")}</DocumentTitle>
        {isUnavailable ? (
          <Suspense>
            <LeftConversation
              key={conversationId}
              conversationId={conversationId}
              name={lastKnownConversation.id === conversationId ? lastKnownConversation.name : null}
            />
          </Suspense>
        ) : (
          <LoadedContent query={query} rows={5}>
            {() => null}
          </LoadedContent>
        )}
      </section>
    );
  }
  const { kind, partner, member_count } = conversation;
  const headerNote =
    kind === "MY_CHAT"
      ? t("myChatNote")
      : partner
        ? [t(`common:${roleTextKeys[partner.role]}`), presence].filter(Boolean).join(" · ")
        : t("members", { count: member_count });
  const chatNavigationProps = { linkedMessageId: linkedIdInList, openThread, onLinkToOtherChat };
  return (
    <div className={styles.page} data-details={pane ? true : undefined}>
      <DocumentTitle>{isolateDirection(name)}</DocumentTitle>
      <section className={styles.main} aria-label={name}>
        <PageHeader
          title={partner ? <PartnerName partner={partner} /> : <NameOnOneLine conversation={conversation} />}
          note={headerNote}
          isNoteOnOneLine
          beforeTitle={
            <>
              <span className={styles.backButton}>
                <IconButton label={t("backToList")} onClick={() => navigate("/chat")} tooltipSide="bottom">
                  <IconArrowLeft size={20} stroke={1.6} />
                </IconButton>
              </span>
              <span className={styles.picture} data-card={hasProfileCard(partner) ? partner?.id : undefined}>
                <ConversationPicture conversation={conversation} />
              </span>
            </>
          }
          actions={
            <>
              <IconButton
                label={t("searchHere")}
                aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
                onClick={() => navigate(`/search?in=${conversationId}`)}
                tooltipSide="bottom"
              >
                <IconSearch size={20} stroke={1.6} />
              </IconButton>
              {roomPanes.map(
                ({ paramName, button }) =>
                  button && (
                    <IconButton
                      key={paramName}
                      label={button.name(t)}
                      aria-pressed={pane?.paramName === paramName}
                      onClick={() => (pane?.paramName === paramName ? close() : open({ [paramName]: "" }))}
                      tooltipSide="bottom"
                    >
                      <button.Icon size={20} stroke={1.6} />
                    </IconButton>
                  ),
              )}
            </>
          }
        />
        <PaneErrorBoundary resetKey={conversationId}>
          {kind === "OUTSIDE" ? (
            <Suspense fallback={null}>
              <ChatTalk key={conversationId} conversationId={conversationId} {...chatNavigationProps} />
            </Suspense>
          ) : (
            <ConversationView
              key={conversationId}
              conversation={conversation}
              reader={reader}
              {...chatNavigationProps}
            />
          )}
        </PaneErrorBoundary>
      </section>
      <Suspense fallback={<div className={styles.emptyState} />}>
        <PaneErrorBoundary resetKey={value || conversationId}>
          {pane && (
            <pane.Content
              key={value || conversationId}
              conversation={conversation}
              reader={reader}
              paramValue={value}
              linkedMessageId={linkedMessageId}
              onLinkToOtherChat={onLinkToOtherChat}
              close={close}
            />
          )}
        </PaneErrorBoundary>
      </Suspense>
    </div>
  );
}

/** The other person's name. It is a button that opens their card, or plain text for a deleted account. */
function PartnerName({ partner }: { partner: PersonOrDeletedAccount }) {
  const name = <PersonName person={partner} />;
  if (!hasProfileCard(partner)) return name;
  return (
    <button type="button" className={styles.partner} data-card={partner.id}>
      {name}
    </button>
  );
}
