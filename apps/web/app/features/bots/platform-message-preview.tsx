import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { SaidMessage } from "@kakehashi/contract/flows/effects";
import { addFullFileUrls } from "@kakehashi/contract/flows/full-file-urls";
import { isBotFileAddress } from "@kakehashi/contract/flows/own-files";
import type { ShownBubble, ShownCard } from "@kakehashi/contract/flows/shown/bubbles";
import type { LabelledChoice } from "@kakehashi/contract/flows/shown/choices";
import type { Language } from "@kakehashi/contract/languages";
import { bubbleConverterByPlatform } from "@kakehashi/contract/schemas/flows/shown/shown";
import { IconExternalLink, IconFile, IconPhoto } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./platform-message-preview.module.css";

// This file imports the platforms' rules and schemas, which are large. So pages load it only when somebody opens a
// preview.

interface ShownOnPlatformProps {
  platform: OutsidePlatform;
  message: SaidMessage;
  language: Language;
  /** Called when somebody presses a reply or a button of the message. If undefined, nothing can be pressed. */
  onChoose?: ((id: string, label: string) => void) | undefined;
}

/**
 * Shows a bot's message as it looks on Messenger or Zalo. The server applies the same rules when it sends the message.
 */
export function PlatformMessagePreview({ platform, message, language, onChoose }: ShownOnPlatformProps) {
  const { t } = useTranslation("bots");
  const bubbles = bubbleConverterByPlatform[platform](addFullFileUrls(message, location.origin));
  const buttons = (list: readonly LabelledChoice[], kind: "reply" | "button") => (
    <BubbleButtons list={list} kind={kind} onChoose={onChoose} />
  );
  return (
    <div className={styles.messages} lang={language}>
      {bubbles.length > 1 && (
        <p className={styles.note} lang="">
          {t("shownAsMessages", { count: bubbles.length })}
        </p>
      )}
      {bubbles.map((bubble, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages have no ids, and their order never changes
        <div key={index} className={styles.message}>
          <BubbleContent bubble={bubble} buttons={buttons} />
        </div>
      ))}
    </div>
  );
}

/** Whether a picture was uploaded to this site. The page shows no pictures from other sites. */
const isUploadedHere = (address: string): boolean =>
  address.startsWith(location.origin) && isBotFileAddress(address.slice(location.origin.length));

interface BubbleContentProps {
  bubble: ShownBubble;
  buttons: (list: readonly LabelledChoice[], kind: "reply" | "button") => React.ReactNode;
}

function BubbleContent({ bubble, buttons }: BubbleContentProps) {
  const { t } = useTranslation("bots");
  switch (bubble.kind) {
    case "text":
      return (
        <>
          <div className={styles.bubble}>
            <p>{bubble.text}</p>
            {buttons(bubble.buttons, "button")}
          </div>
          {buttons(bubble.replies, "reply")}
        </>
      );
    case "media": {
      if (bubble.mediaType === "image" && isUploadedHere(bubble.address))
        return <img className={styles.picture} src={bubble.address} alt="" />;
      const Icon = bubble.mediaType === "image" ? IconPhoto : IconFile;
      return (
        <p className={styles.bubble}>
          <Icon size={18} stroke={1.6} aria-hidden="true" /> {bubble.address}
        </p>
      );
    }
    case "cards":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys.
        <section className={styles.cards} aria-label={t("shownCards")} tabIndex={0}>
          {bubble.cards.map((card) => (
            <BubbleCard key={card.title} card={card} buttons={buttons} />
          ))}
        </section>
      );
  }
}

function BubbleCard({
  card: { title, text, image, buttons: list },
  buttons,
}: Pick<BubbleContentProps, "buttons"> & { card: ShownCard }) {
  return (
    <div className={styles.bubble}>
      {image !== null && isUploadedHere(image) && <img className={styles.picture} src={image} alt="" />}
      {image !== null && !isUploadedHere(image) && <IconPhoto size={24} stroke={1.5} aria-hidden="true" />}
      <strong>{title}</strong>
      {text !== "" && <p>{text}</p>}
      {buttons(list, "button")}
    </div>
  );
}

interface BubbleButtonsProps {
  list: readonly LabelledChoice[];
  kind: "reply" | "button";
  onChoose: ShownOnPlatformProps["onChoose"];
}

function BubbleButtons({ list, kind, onChoose }: BubbleButtonsProps) {
  if (list.length === 0) return null;
  return (
    <div className={styles.buttons} data-kind={kind}>
      {list.map(({ title, choice: { id, label, address } }) =>
        address === null && onChoose ? (
          <button key={id} type="button" onClick={() => onChoose(id, label)}>
            {title}
          </button>
        ) : (
          <span key={id}>
            {title}
            {address !== null && <IconExternalLink size={14} stroke={1.6} aria-hidden="true" />}
          </span>
        ),
      )}
    </div>
  );
}
