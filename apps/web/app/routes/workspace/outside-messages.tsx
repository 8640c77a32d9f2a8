import type { Bot } from "@kakehashi/contract/bots";
import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import type { Language } from "@kakehashi/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useAccount } from "../../features/auth/session.ts";
import { mayManageTalk } from "../../features/bots/may-decide.ts";
import { useReplacementOfComposer } from "../../features/bots/use-no-composer.tsx";
import styles from "../../features/channels/channels.module.css";
import { DeliveryLine, TalkContext } from "../../features/channels/delivery-line.tsx";
import { refetchTalks, talkQuery, useTalkUpdates } from "../../features/channels/talk-queries.ts";
import { useCannotWriteReason } from "../../features/channels/use-closed-reason.ts";
import { useReplyWindowState } from "../../features/channels/use-window-state.ts";
import { MessageFooterContext } from "../../features/messages/door.ts";
import { IsSentWhenSavedContext } from "../../features/translations/sent-when-saved.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { type ChatPageProps, TalkRoom } from "./talk-room.tsx";

interface OutsideMessagesProps extends ChatPageProps {
  talk: OutsideTalkDetail;
  /** The bot of the conversation. Undefined while it loads. */
  bot: Bot | undefined;
  /** Whether to show a button that reopens a closed conversation. */
  hasReopenButton?: boolean;
}

/** A conversation with a customer on Messenger or Zalo. The delivery state is below each message. */
export function OutsideMessages({
  talk,
  bot,
  hasReopenButton = false,
  ...chatPageProps
}: OutsideMessagesProps) {
  const { t } = useTranslation("channels");
  const readerId = useAccount()?.id;
  const mayDecide = mayManageTalk(talk, bot, readerId);
  const isReachable = talk.page.state !== "DISCONNECTED" && !talk.is_blocked;
  const reason = useCannotWriteReason(talk);
  const isReplyWindowOver = useReplyWindowState(talk.window).openTo === "over";
  const closedReason = useReplacementOfComposer({
    bot,
    talk,
    closedReasonText: reason,
    hasReopenButton: hasReopenButton && isReachable,
    onActionEnd: refetchTalks,
  });
  const talkContext = useMemo(
    () => ({ talk, readerId, mayDecideForOthers: mayDecide, isReachable, isReplyWindowOver }),
    [talk, readerId, mayDecide, isReachable, isReplyWindowOver],
  );
  const waitsForTranslation = useCallback(
    (messageId: string, language: Language) =>
      language === talk.visitor.language &&
      talk.deliveries.some(({ message_id, state }) => message_id === messageId && state === "UNTRANSLATED"),
    [talk],
  );
  return (
    <div className={styles.room}>
      <MessageFooterContext value={DeliveryLine}>
        <TalkContext value={talkContext}>
          <IsSentWhenSavedContext value={waitsForTranslation}>
            <TalkRoom
              bot={bot}
              talk={talk}
              composerHint={t("threads")}
              closedReason={closedReason}
              {...chatPageProps}
            />
          </IsSentWhenSavedContext>
        </TalkContext>
      </MessageFooterContext>
    </div>
  );
}

/** Fetches a conversation with a visitor or customer by its id, and shows it. */
export function FetchedOutsideMessages({
  id,
  ...props
}: { id: string } & Omit<OutsideMessagesProps, "talk">) {
  useTalkUpdates();
  const query = useQuery(talkQuery(id));
  return (
    <LoadedContent query={query} rows={6}>
      {(talk) => <OutsideMessages talk={talk} {...props} />}
    </LoadedContent>
  );
}
