import type { Platform } from "@kakehashi/contract/flows/limits";
import type { FlowEffect, FlowEvent, Said } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import { IconFile, IconPhoto } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { ShownOnPlatform } from "../bots/shown-on-platform.tsx";
import { useBuilder } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { findBlock } from "./edits.ts";
import type { PlayedTurn } from "./play.ts";
import styles from "./preview-pane.module.css";
import { secondsToWait } from "./waits.ts";

interface Props {
  turn: PlayedTurn;
  platform: Platform;
  language: Language;
  /** Whether this is the last turn. Only its replies can be pressed. */
  isLast: boolean;
  onChoose: (itemId: string, label: string) => void;
}

/** One event of the preview, and what the bot did after it. */
export function Turn({ turn: { event, effects }, platform, language, isLast, onChoose }: Props) {
  return (
    <div className={styles.turn}>
      <Happened event={event} language={language} />
      {effects.map((effect, index) =>
        effect.type === "say" ? (
          <Message
            // biome-ignore lint/suspicious/noArrayIndexKey: effects of a turn have no other name.
            key={index}
            message={effect.message}
            platform={platform}
            language={language}
            isLast={isLast}
            onChoose={onChoose}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: effects of a turn have no other name.
          <Note key={index} effect={effect} />
        ),
      )}
    </div>
  );
}

function Happened({ event, language }: { event: FlowEvent; language: Language }) {
  const { t } = useTranslation("stories");
  switch (event.type) {
    case "message":
      return (
        <p className={styles.visitor} lang={language}>
          {event.file ? event.file.name : event.text}
        </p>
      );
    case "timer":
      return <p className={styles.note}>{t("noteWaited")}</p>;
    case "response":
      return <p className={styles.note}>{t(event.status === 200 ? "noteAnswered" : "noteFailed")}</p>;
    case "resume":
      return <p className={styles.note}>{t("noteGivenBack")}</p>;
    default:
      return null;
  }
}

type Other = Exclude<FlowEffect, { type: "say" }>;

function Note({ effect }: { effect: Other }) {
  const { t } = useTranslation("stories");
  const { storyNames } = useBuilder();
  const text = (): string => {
    switch (effect.type) {
      case "wait": {
        const { unit, number } = secondsToWait(effect.seconds);
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
      {effect.type === "fault" && <ShowBlock id={effect.block_id} />}
    </>
  );
}

/** A button that selects the block at which the story stopped, if the block is in this story. */
function ShowBlock({ id }: { id: string }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const place = useEditorState(({ flow }) => findBlock(flow, id));
  if (!place) return null;
  const { group, block } = place;
  return (
    <Button
      kind="quiet"
      size="xs"
      onClick={() => editor.select({ groupId: group.id, blockId: block.id }, { focus: true })}
    >
      {t("showBlock")}
    </Button>
  );
}

interface MessageProps extends Omit<Props, "turn"> {
  message: Said;
}

function Message({ message, platform, language, isLast, onChoose }: MessageProps) {
  if (platform !== "WEB")
    return (
      <ShownOnPlatform
        platform={platform}
        message={message}
        language={language}
        onChoose={isLast ? onChoose : undefined}
      />
    );
  switch (message.kind) {
    case "text":
      return (
        <>
          {message.text !== "" && (
            <p className={styles.bot} lang={language}>
              {message.text}
            </p>
          )}
          <Choices items={message.replies} isLast={isLast} onChoose={onChoose} />
        </>
      );
    case "image":
    case "file": {
      const name = message.kind === "image" ? message.description || message.address : message.name;
      const Icon = message.kind === "image" ? IconPhoto : IconFile;
      return (
        <p className={styles.bot} lang={language}>
          <Icon size={18} stroke={1.6} aria-hidden="true" /> {name}
        </p>
      );
    }
    case "card":
      return (
        <div className={styles.card} lang={language}>
          {message.image && <IconPhoto size={24} stroke={1.5} aria-hidden="true" />}
          <strong>{message.title}</strong>
          {message.text !== "" && <span>{message.text}</span>}
          {message.buttons
            .filter(({ address }) => address !== null)
            .map(({ id, label, address }) => (
              <a key={id} href={address ?? ""} target="_blank" rel="noopener noreferrer">
                {label}
              </a>
            ))}
          <Choices
            items={message.buttons.filter(({ address }) => address === null)}
            isLast={isLast}
            onChoose={onChoose}
          />
        </div>
      );
  }
}

interface ChoicesProps {
  items: readonly { readonly id: string; readonly label: string }[];
  isLast: boolean;
  onChoose: (itemId: string, label: string) => void;
}

function Choices({ items, isLast, onChoose }: ChoicesProps) {
  if (items.length === 0) return null;
  return (
    <div className={styles.choices}>
      {items.map(({ id, label }) => (
        <Button key={id} size="xs" disabled={!isLast} onClick={() => onChoose(id, label)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
