import { isolated } from "@kakehashi/contract/direction";
import type { Message } from "@kakehashi/contract/messages";
import { IconArrowLeft, IconInfoCircle, IconSearch } from "@tabler/icons-react";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { leftHere } from "../../features/conversations/left.ts";
import { conversationName } from "../../features/conversations/name.ts";
import { Picture } from "../../features/conversations/picture.tsx";
import { useConversation } from "../../features/conversations/queries.ts";
import { ConversationView } from "../../features/messages/conversation-view.tsx";
import { usePresenceText } from "../../features/presence/present-avatar.tsx";
import { PersonName } from "../../features/profiles/other-name.tsx";
import { roleKeys } from "../../features/profiles/roles.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { ApiError } from "../../kit/api-error.ts";
import { whenCalm } from "../../kit/calm.ts";
import { useLayer } from "../../kit/layers.ts";
import { PaneBoundary } from "../../kit/ui/boundary.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import { part } from "../../kit/ui/part.tsx";
import type { Route } from "./+types/conversation.ts";
import styles from "./conversation.module.css";
import type { WorkspaceHandle } from "./layout.tsx";

/** What needs the texts of a room as well, which come late, too. */
const withTexts = <T,>(code: Promise<T>): Promise<T> =>
  Promise.all([code, loadTexts("room")]).then(([loaded]) => loaded);
const loadDetails = () =>
  withTexts(import("../../features/conversations/details-pane.tsx").then(({ DetailsPane }) => DetailsPane));
const loadThread = () =>
  withTexts(import("../../features/threads/thread-pane.tsx").then(({ ThreadPane }) => ThreadPane));
const Gone = part(() => withTexts(import("../../features/messages/gone.tsx").then(({ Gone }) => Gone)));
const DetailsPane = part(loadDetails);
const PinList = part(async () => (await import("../../features/messages/pin-list.tsx")).PinList);
const ThreadPane = part(loadThread);

/** Milliseconds after which the messages are there. */
const settled = 300;
/** What opens beside the messages opens from here on, whatever becomes of the connection. */
const prepare = () => void Promise.all([loadThread(), loadDetails()]).catch(() => undefined);

export const handle: WorkspaceHandle = { focused: true };

export default function ConversationPage({ params }: Route.ComponentProps) {
  // In capitals it is the same id.
  const conversationId = params.conversationId.toLowerCase();
  const { t } = useTranslation(["conversations", "common"]);
  const navigate = useNavigate();
  const account = useAccount();
  const { conversation, ...query } = useConversation(conversationId);
  const { threadId, details, found, led, open, close } = usePane(conversationId);
  const openThread = useCallback(({ id }: { id: string }) => open({ thread: id }), [open]);
  const onElsewhere = useCallback(
    ({ id, parent_id }: Message) =>
      open(parent_id === null ? { message: id } : { thread: parent_id, message: id }, true),
    [open],
  );
  useEffect(() => whenCalm(settled, prepare), []);
  const presence = usePresenceText(conversation?.partner?.id);
  const reader = useMemo(
    () => ({ userId: account?.id ?? "", workingLanguage: account?.working_language ?? null }),
    [account?.id, account?.working_language],
  );
  // What it was called here, in case its reader is removed from it.
  const [shown, setShown] = useState({ id: "", name: "" });
  const name = conversation ? conversationName(conversation, t) : "";
  if (conversation && (shown.id !== conversation.id || shown.name !== name))
    setShown({ id: conversation.id, name });
  if (!account) return null;
  if (!conversation) {
    const { error } = query;
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 422);
    if (gone && leftHere.has(conversationId)) return <Navigate to="/chat" replace />;
    return (
      <section className={styles.nothing}>
        <PageTitle>{t("title")}</PageTitle>
        {gone ? (
          <Suspense>
            <Gone
              key={conversationId}
              conversationId={conversationId}
              name={shown.id === conversationId ? shown.name : null}
            />
          </Suspense>
        ) : (
          <Loaded query={query} rows={5}>
            {() => null}
          </Loaded>
        )}
      </section>
    );
  }
  const { kind, partner, member_count } = conversation;
  const note =
    kind === "MY_CHAT"
      ? t("myChatNote")
      : partner
        ? [t(`common:${roleKeys[partner.role]}`), presence].filter(Boolean).join(" · ")
        : t("members", { count: member_count });
  return (
    <div className={styles.page} data-details={details || threadId !== null || undefined}>
      <PageTitle>{isolated(name)}</PageTitle>
      <section className={styles.main} aria-label={name}>
        <PageHeader
          title={partner ? <PersonName person={partner} /> : name}
          note={note}
          steady
          before={
            <>
              <span className={styles.back}>
                <IconButton label={t("backToList")} onClick={() => navigate("/chat")} tooltipSide="bottom">
                  <IconArrowLeft size={20} stroke={1.6} />
                </IconButton>
              </span>
              <Picture conversation={conversation} />
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
              <IconButton
                label={t("details")}
                aria-pressed={details}
                onClick={() => (details ? close() : open({ details: "" }))}
                tooltipSide="bottom"
              >
                <IconInfoCircle size={20} stroke={1.6} />
              </IconButton>
            </>
          }
        />
        <PaneBoundary of={conversationId}>
          <ConversationView
            key={conversationId}
            conversation={conversation}
            reader={reader}
            found={led}
            openThread={openThread}
            onElsewhere={onElsewhere}
          />
        </PaneBoundary>
      </section>
      <Suspense fallback={<div className={styles.nothing} />}>
        <PaneBoundary of={threadId ?? conversationId}>
          {threadId !== null && (
            <ThreadPane
              key={threadId}
              conversation={conversation}
              threadId={threadId}
              reader={reader}
              found={found}
              onElsewhere={onElsewhere}
              close={close}
            />
          )}
          {details && (
            <DetailsPane key={conversationId} conversation={conversation} userId={account.id} close={close}>
              <PaneBoundary>
                <PinList conversationId={conversationId} />
              </PaneBoundary>
            </DetailsPane>
          )}
        </PaneBoundary>
      </Suspense>
    </div>
  );
}

/** State of an address whose pane was opened from the room itself: the way back closes it. After a link it leaves the room. */
const opened = { opened: true };

/** What stands beside the messages, which the address tells: a thread or the details, and the message a link led to. */
function usePane(conversationId: string) {
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const threadId = search.get("thread");
  const found = search.get("message");
  const details = threadId === null && search.has("details");
  const beside = threadId !== null || details;
  // Beside a pane the messages stay where they are: whoever closes it is led nowhere once more.
  const [led, setLed] = useState({ conversationId, found: beside ? null : found });
  const now = beside ? (led.conversationId === conversationId ? led.found : null) : found;
  if (led.conversationId !== conversationId || led.found !== now) setLed({ conversationId, found: now });

  const open = useCallback(
    (to: Record<string, string>, led = false) =>
      setSearch(to, { replace: true, state: beside || led ? state : opened, preventScrollReset: true }),
    [setSearch, beside, state],
  );
  const close = useCallback(() => setSearch({}, { replace: true, preventScrollReset: true }), [setSearch]);
  useLayer(beside, close, { ownsEntry: state?.opened === true });
  return { threadId, details, found, led: now, open, close };
}
