import type { Delivery } from "@kakehashi/contract/channel-deliveries";
import type { DeliveryState } from "@kakehashi/contract/channel-states";
import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import type { Message } from "@kakehashi/contract/messages";
import {
  IconAlertTriangle,
  IconCheck,
  IconChecks,
  IconClock,
  IconEye,
  IconLanguage,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { createContext, use, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { toast } from "../../kit/toast.ts";
import { useFormat } from "../../kit/use-format.ts";
import { KeepPositionContext } from "../messages/door.ts";
import styles from "./delivery-line.module.css";
import { platformNames } from "./platforms.ts";
import { CancelWaitingMessageButton } from "./take-back.tsx";
import { retryMessage, sendMessageUntranslated } from "./talk-queries.ts";

interface TalkForDeliveryLine {
  readonly talk: OutsideTalkDetail;
  readonly readerId: string | undefined;
  /**
   * Whether the reader may send other people's messages again or take them back. Everybody may do so with their own
   * messages.
   */
  readonly mayDecideForOthers: boolean;
  /** Whether messages can be sent: the Facebook page or Zalo account is connected, and the customer is not blocked. */
  readonly isReachable: boolean;
  /** Whether the time is over in which the platform allows answers to the customer. */
  readonly isReplyWindowOver: boolean;
}

/**
 * The chat whose messages are shown. The line below each message takes the message's delivery state from this context.
 */
export const TalkContext = createContext<TalkForDeliveryLine | null>(null);

const deliveryStateIcons: Readonly<Record<DeliveryState, typeof IconCheck>> = {
  UNTRANSLATED: IconLanguage,
  QUEUED: IconClock,
  SENT: IconCheck,
  DELIVERED: IconChecks,
  SEEN: IconEye,
  FAILED: IconAlertTriangle,
};

/** A line below a message with its delivery state. Messages of the customer have no such line. */
export function DeliveryLine({ message }: { message: Message }) {
  const talkContext = use(TalkContext);
  if (!talkContext) return null;
  const { talk } = talkContext;
  if (message.user_id === talk.visitor.id) return <span hidden data-outside-person />;
  const isDeliveryOfMessage = ({ message_id }: Delivery) => message_id === message.id;
  const delivery = talk.deliveries.find(isDeliveryOfMessage) ?? talk.said.find(isDeliveryOfMessage);
  return delivery ? <DeliveryStateLine {...talkContext} message={message} delivery={delivery} /> : null;
}

/** Whether a person sent the message, and not the bot. The list `deliveries` contains only messages of people. */
const isFromPeople = ({ deliveries }: OutsideTalkDetail, id: string) =>
  deliveries.some(({ message_id }) => message_id === id);

interface DeliveryStateLineProps extends TalkForDeliveryLine {
  message: Message;
  delivery: Delivery;
}

function DeliveryStateLine({
  talk,
  readerId,
  mayDecideForOthers: decidesForOthers,
  isReachable,
  isReplyWindowOver: isWindowOver,
  message,
  delivery,
}: DeliveryStateLineProps) {
  const { t } = useTranslation(["channels", "common"]);
  const { fullDateTime } = useFormat();
  const [isSentTextShown, setSentTextShown] = useState(false);
  const keepPosition = use(KeepPositionContext);
  const line = useRef<HTMLParagraphElement>(null);
  const platform = platformNames[talk.page.platform];
  const id = talk.conversation_id;
  const { state, content, language, error, can_retry, changed_at } = delivery;
  const retryMutation = useMutation({
    mutationFn: () => retryMessage(id, message.id),
    onSuccess: () => toast(t("retryToast")),
  });
  const sendAsWrittenMutation = useMutation({
    mutationFn: () => sendMessageUntranslated(id, message.id),
    onSuccess: () => toast(t("sendAsWrittenToast")),
  });
  const Icon = deliveryStateIcons[state];
  const mayDecide = decidesForOthers || message.user_id === readerId;
  const maySend = mayDecide && isReachable && !isWindowOver;
  // A message waits if its translation is missing, or if its Facebook page or Zalo account is not connected. Any other
  // queued message is being sent.
  const isWaiting = state === "UNTRANSLATED" || (state === "QUEUED" && talk.page.state !== "CONNECTED");
  const mayHaveArrived = state === "FAILED" && error?.code === "LOST";
  const isSentTextDifferent = content !== null && content !== message.content;
  // Whether the message was sent without a translation although the customer does not read its language.
  const isUntranslated = language !== null && language !== talk.visitor.language && content?.trim() !== "";
  return (
    <>
      <p className={styles.line} ref={line}>
        <span className={styles.state} data-state={state} title={fullDateTime(changed_at)}>
          <Icon size={14} stroke={2} aria-hidden="true" />
          {t(mayHaveArrived ? "state_LOST" : `state_${state}`)}
        </span>
        {isUntranslated && <span>{t("untranslated")}</span>}
        {error && state === "FAILED" && (
          <span className={styles.reason}>
            {t(`reason_${error.code}`, { platform })}
            {error.code === "REFUSED" &&
              error.detail &&
              ` ${t("detail", { platform, detail: error.detail })}`}
            {isWindowOver && isFromPeople(talk, message.id) && ` ${t("retryLater")}`}
          </span>
        )}
        {maySend && state === "UNTRANSLATED" && (
          <button
            type="button"
            className={styles.button}
            data-asks
            disabled={sendAsWrittenMutation.isPending}
            onClick={() => sendAsWrittenMutation.mutate()}
          >
            {t("sendAsWritten")}
          </button>
        )}
        {mayDecide && isWaiting && isFromPeople(talk, message.id) && (
          <CancelWaitingMessageButton talkId={id} message={message} />
        )}
        {maySend && can_retry && (
          <button
            type="button"
            className={styles.button}
            data-asks
            disabled={retryMutation.isPending}
            onClick={() => retryMutation.mutate()}
          >
            {t("retry")}
          </button>
        )}
        {isSentTextDifferent && (
          <button
            type="button"
            className={styles.button}
            aria-expanded={isSentTextShown}
            onClick={() => {
              const row = line.current?.closest("article");
              if (row) keepPosition(row);
              setSentTextShown(!isSentTextShown);
            }}
          >
            {t(isSentTextShown ? "hideSent" : "showSent")}
          </button>
        )}
        {isSentTextDifferent && isSentTextShown && language && (
          <span>{t("sentIn", { language: t(`common:${languageTextKeys[language]}`) })}</span>
        )}
      </p>
      {isSentTextDifferent && isSentTextShown && (
        <div className={styles.sent} lang={language ?? undefined}>
          {content}
        </div>
      )}
    </>
  );
}
