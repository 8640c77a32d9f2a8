import { broadcastUnsentReasonTexts } from "@kakehashi/contract/bot-broadcast-reasons";
import type { FlowEffect, SaidMessage } from "@kakehashi/contract/flows/effects";
import type { TurnEvent } from "@kakehashi/contract/flows/events";
import { isBotFileAddress } from "@kakehashi/contract/flows/own-files";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import type { OutsideMessageExtras } from "@kakehashi/contract/outside-message-extras";
import { IconFile, IconPhoto } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createDayFormat } from "../../kit/day-format.ts";
import { Button } from "../../kit/ui/button.tsx";
import { isDateText } from "../bots/variable-text.ts";
import styles from "./preview-pane.module.css";
import { splitWaitSeconds } from "./waits.ts";

interface TurnBubblesProps {
  turn: { readonly event: TurnEvent; readonly effects: readonly FlowEffect[] };
  language: Language;
  storyNames: ReadonlyMap<string, string>;
  /** Whether the visitor's message answers a question for a date. If so, the date is formatted for the reader. */
  isDateAnswer?: boolean;
  /** Called when the visitor presses a reply button of the bot. If undefined, these buttons are disabled. */
  onChoose?: ((itemId: string, label: string) => void) | undefined;
  /** Renders a bot's message as Messenger or Zalo would. If undefined, messages look as in the web widget. */
  renderBotMessage?: ((message: SaidMessage) => ReactNode) | undefined;
  /** Renders content below the note about an error that stopped the story. */
  renderAfterError?: ((blockId: string) => ReactNode) | undefined;
}

/** One event of a conversation with a bot, and what the bot did after the event. */
export function TurnBubbles({
  turn,
  language,
  storyNames,
  isDateAnswer = false,
  onChoose,
  renderBotMessage,
  renderAfterError,
}: TurnBubblesProps) {
  const { event, effects } = turn;
  const renderMessage = (message: SaidMessage) =>
    renderBotMessage?.(message) ?? (
      <BotMessageBubble message={message} language={language} onChoose={onChoose} />
    );
  return (
    <div
      className={styles.turn}
      data-unsent={(event.type === "broadcast" && event.unsent !== undefined) || undefined}
    >
      <EventBubble event={event} language={language} isDateAnswer={isDateAnswer} />
      {effects.map((effect, index) =>
        effect.type === "say" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: effects of a turn have no other name.
          <Fragment key={index}>{renderMessage(effect.message)}</Fragment>
        ) : (
          <EffectNote
            // biome-ignore lint/suspicious/noArrayIndexKey: effects of a turn have no other name.
            key={index}
            effect={effect}
            storyNames={storyNames}
            renderAfterError={renderAfterError}
          />
        ),
      )}
    </div>
  );
}

interface EventBubbleProps {
  event: TurnEvent;
  language: Language;
  isDateAnswer: boolean;
}

function EventBubble({ event, language, isDateAnswer }: EventBubbleProps) {
  const { t, i18n } = useTranslation("stories");
  const shownLanguage = isLanguage(i18n.language) ? i18n.language : "en";
  const describeSentContent = (parts?: OutsideMessageExtras) =>
    parts && t(parts.location ? "sentLocation" : "sentMissing");
  switch (event.type) {
    case "message":
      if (isDateAnswer && isDateText(event.text))
        return <p className={styles.visitor}>{createDayFormat(shownLanguage, "medium")(event.text)}</p>;
      return (
        <p className={styles.visitor} lang={language}>
          {event.file ? event.file.name : event.text || describeSentContent(event.outside)}
        </p>
      );
    case "timer":
      return <p className={styles.note}>{t("noteWaited")}</p>;
    case "response":
      return (
        <p className={styles.note}>
          {t(event.status >= 200 && event.status < 300 ? "noteAnswered" : "noteFailed")}
        </p>
      );
    case "resume":
      return <p className={styles.note}>{t("noteGivenBack")}</p>;
    case "broadcast":
      return (
        <p className={styles.note}>
          {event.unsent
            ? t("noteBroadcastUnsent", { reason: broadcastUnsentReasonTexts[event.unsent][shownLanguage] })
            : t("noteBroadcast")}
        </p>
      );
    case "language":
      return (
        <p className={styles.note}>{t("noteLanguage", { language: nativeLanguageNames[event.language] })}</p>
      );
    case "echo":
      return (
        <>
          <p className={styles.note}>{t("noteEcho")}</p>
          <p className={styles.bot} lang={language}>
            {event.text}
          </p>
        </>
      );
    default:
      return null;
  }
}

type EffectWithoutMessage = Exclude<FlowEffect, { type: "say" }>;

function EffectNote({
  effect,
  storyNames,
  renderAfterError,
}: Pick<TurnBubblesProps, "storyNames" | "renderAfterError"> & { effect: EffectWithoutMessage }) {
  const { t } = useTranslation("stories");
  const text = (): string => {
    switch (effect.type) {
      case "wait": {
        const { unit, number } = splitWaitSeconds(effect.seconds);
        return t("noteWait", { time: t(`wait_${unit}`, { count: number }) });
      }
      case "request":
        return `${effect.method} ${effect.address}`;
      case "tag":
        return t(effect.remove ? "tagRemoved" : "tagGiven", { tag: effect.tag });
      case "handoff":
        return t("noteHandoff");
      case "jump":
        return t("noteJump", { name: storyNames.get(effect.flow_id) ?? t("deletedStory") });
      case "end":
        return t("noteEnd");
      case "fault":
        return t(`noteFault_${effect.reason}`);
    }
  };
  return (
    <>
      <p className={styles.note}>{text()}</p>
      {effect.type === "fault" && renderAfterError?.(effect.block_id)}
    </>
  );
}

interface BotMessageProps extends Pick<TurnBubblesProps, "language" | "onChoose"> {
  message: SaidMessage;
}

function BotMessageBubble({ message, language, onChoose }: BotMessageProps) {
  const { t } = useTranslation("stories");
  switch (message.kind) {
    case "text":
      return (
        <>
          {message.text !== "" && (
            <p className={styles.bot} lang={language}>
              {message.text}
            </p>
          )}
          <ReplyChoices items={message.replies} onChoose={onChoose} />
        </>
      );
    case "image":
    case "file": {
      if (message.kind === "image" && isBotFileAddress(message.address))
        return <img className={styles.picture} src={message.address} alt={message.description} />;
      const name = message.kind === "image" ? message.description || message.address : message.name;
      const Icon = message.kind === "image" ? IconPhoto : IconFile;
      return (
        <p className={styles.bot} lang={language}>
          <Icon size={18} stroke={1.6} aria-hidden="true" />{" "}
          {isBotFileAddress(message.address) ? (
            <a href={message.address} target="_blank" rel="noopener noreferrer">
              {name || t("file")}
            </a>
          ) : (
            name
          )}
        </p>
      );
    }
    case "card":
      return (
        <div className={styles.card} lang={language}>
          {message.image && isBotFileAddress(message.image) && (
            <img className={styles.picture} src={message.image} alt="" />
          )}
          {message.image && !isBotFileAddress(message.image) && (
            <IconPhoto size={24} stroke={1.5} aria-hidden="true" />
          )}
          <strong>{message.title}</strong>
          {message.text !== "" && <span>{message.text}</span>}
          {message.buttons
            .filter(({ address }) => address !== null)
            .map(({ id, label, address }) => (
              <a key={id} href={address ?? ""} target="_blank" rel="noopener noreferrer">
                {label}
              </a>
            ))}
          <ReplyChoices
            items={message.buttons.filter(({ address }) => address === null)}
            onChoose={onChoose}
          />
        </div>
      );
  }
}

interface ReplyChoicesProps extends Pick<TurnBubblesProps, "onChoose"> {
  items: readonly { readonly id: string; readonly label: string }[];
}

function ReplyChoices({ items, onChoose }: ReplyChoicesProps) {
  if (items.length === 0) return null;
  return (
    <div className={styles.choices}>
      {items.map(({ id, label }) => (
        <Button key={id} size="xs" disabled={!onChoose} onClick={() => onChoose?.(id, label)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
