import type { Message } from "@kakehashi/contract/messages";
import { IconArrowLeft, IconInfoCircle, IconMessageOff } from "@tabler/icons-react";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { conversationName } from "../../features/conversations/name.ts";
import { Picture } from "../../features/conversations/picture.tsx";
import { useConversation } from "../../features/conversations/queries.ts";
import { ConversationView } from "../../features/messages/conversation-view.tsx";
import { usePresenceText } from "../../features/presence/present-avatar.tsx";
import { roleKeys } from "../../features/profiles/roles.ts";
import { ApiError } from "../../kit/api-error.ts";
import { whenCalm } from "../../kit/calm.ts";
import { layersHere } from "../../kit/close-on-back.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { part } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/conversation.ts";
import styles from "./conversation.module.css";
import type { WorkspaceHandle } from "./layout.tsx";

const loadDetails = () => import("../../features/conversations/details-pane.tsx");
const loadThread = () => import("../../features/threads/thread-pane.tsx");
const DetailsPane = part(async () => (await loadDetails()).DetailsPane);
const PinList = part(async () => (await import("../../features/messages/pin-list.tsx")).PinList);
const ThreadPane = part(async () => (await loadThread()).ThreadPane);

/** Milliseconds after which the messages are there. */
const settled = 300;
/** What opens beside the messages opens from here on, whatever becomes of the connection. */
const prepare = () => void Promise.all([loadThread(), loadDetails()]).catch(() => undefined);

export const handle: WorkspaceHandle = { focused: true };

export default function ConversationPage({ params: { conversationId } }: Route.ComponentProps) {
  const { t } = useTranslation(["conversations", "common"]);
  const navigate = useNavigate();
  const account = useAccount();
  const { conversation, error, refetch } = useConversation(conversationId);
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
  if (!account) return null;
  if (!conversation) {
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 422);
    return (
      <section className={styles.nothing}>
        <title>{`${t("title")} · Kakehashi`}</title>
        {gone && (
          <EmptyState
            icon={<IconMessageOff size={24} stroke={1.6} />}
            heading
            title={t("notThereTitle")}
            text={t("notThereText")}
            action={<Link to="/chat">{t("backToList")}</Link>}
          />
        )}
        {!gone && error && <FailedState error={error} retry={refetch} />}
        {!error && <SkeletonRows count={5} label={t("common:loading")} />}
      </section>
    );
  }
  const name = conversationName(conversation, t);
  const { kind, partner, member_count } = conversation;
  const note =
    kind === "MY_CHAT"
      ? t("myChatNote")
      : partner
        ? [t(`common:${roleKeys[partner.role]}`), presence].filter(Boolean).join(" · ")
        : t("members", { count: member_count });
  return (
    <div className={styles.page} data-details={details || threadId !== null || undefined}>
      <title>{`${name} · Kakehashi`}</title>
      <section className={styles.main} aria-label={name}>
        <PageHeader
          title={name}
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
            <IconButton
              label={t("details")}
              aria-pressed={details}
              onClick={() => (details ? close() : open({ details: "" }))}
              tooltipSide="bottom"
            >
              <IconInfoCircle size={20} stroke={1.6} />
            </IconButton>
          }
        />
        <ConversationView
          key={conversationId}
          conversation={conversation}
          reader={reader}
          found={led}
          openThread={openThread}
          onElsewhere={onElsewhere}
        />
      </section>
      <Suspense fallback={<div className={styles.nothing} />}>
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
          <DetailsPane conversation={conversation} userId={account.id} close={close}>
            <PinList conversationId={conversationId} />
          </DetailsPane>
        )}
      </Suspense>
    </div>
  );
}

/** State of an entry that was made to open the pane: going back closes it. */
const opened = { opened: true };

/** What stands beside the messages, which the address tells: a thread or the details, and the message a link led to. */
function usePane(conversationId: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const threadId = search.get("thread");
  const found = search.get("message");
  const details = threadId === null && search.has("details");
  const beside = threadId !== null || details;
  const wasOpened = state?.opened === true;
  // Beside a pane the messages stay where they are: whoever closes it is led nowhere once more.
  const [led, setLed] = useState({ conversationId, found: beside ? null : found });
  const now = beside ? (led.conversationId === conversationId ? led.found : null) : found;
  if (led.conversationId !== conversationId || led.found !== now) setLed({ conversationId, found: now });

  // One entry for the pane, whatever is shown in it.
  const open = useCallback(
    (to: Record<string, string>, replace = beside) =>
      setSearch(to, { replace, state: replace ? state : opened, preventScrollReset: true }),
    [setSearch, beside, state],
  );
  const close = useCallback(
    () => (wasOpened ? void navigate(-1 - layersHere()) : setSearch({}, { replace: true })),
    [wasOpened, navigate, setSearch],
  );
  return { threadId, details, found, led: now, open, close };
}
