import type { Platform } from "@kakehashi/contract/flows/limits";
import type { FlowEvent, FlowSession } from "@kakehashi/contract/flows/session";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { IconRefresh } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { platformName } from "../bots/platform-names.ts";
import { useBuilder } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { findBlock } from "./edits.ts";
import panes from "./panes.module.css";
import { type Played, play } from "./play.ts";
import styles from "./preview-pane.module.css";
import { Turn } from "./preview-turn.tsx";
import { storyQuery } from "./queries.ts";

/** The day in the person's time zone. The runner has no clock, so the caller passes the day. */
function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Plays the events so far through the present draft. Loads the drafts of stories that it jumps to. */
function usePlayed(language: Language, events: readonly FlowEvent[]): Played {
  const { botId, storyId, languages, storyNames } = useBuilder();
  const flow = useEditorState((state) => state.flow);
  const [needed, setNeeded] = useState<readonly string[]>([]);
  const drafts = useQueries({
    queries: needed.map((id) => storyQuery(botId, id)),
    combine: (queries) =>
      new Map(queries.map(({ data, error }, index) => [needed[index], error ? null : data?.draft])),
  });
  const played = useMemo(() => {
    const draftOf = (id: string) => {
      if (id === storyId) return flow;
      return storyNames.has(id) ? drafts.get(id) : null;
    };
    return play({ storyId, languages, language, events, draftOf });
  }, [storyId, flow, languages, language, events, drafts, storyNames]);
  const { missingStory } = played;
  if (missingStory !== null && !needed.includes(missingStory)) setNeeded([...needed, missingStory]);
  return played;
}

/** Shows the story as a visitor would see it. Sends nothing to anybody. */
export function PreviewPane() {
  const { t } = useTranslation("stories");
  const { languages, platforms } = useBuilder();
  const { t: tBots } = useTranslation("bots");
  const [platform, setPlatform] = useState<Platform>(() =>
    platforms.includes("WEB") ? "WEB" : (platforms[0] ?? "WEB"),
  );
  const [language, setLanguage] = useState<Language>(languages[0] ?? "en");
  const [events, setEvents] = useState<readonly FlowEvent[]>(() => [{ type: "start", today: today() }]);
  const played = usePlayed(language, events);
  const log = useRef<HTMLDivElement>(null);
  const count = played.turns.length;
  useEffect(() => {
    if (count > 0) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count]);
  const happen = (event: FlowEvent) => setEvents((before) => [...before, event]);
  const restart = () => setEvents([{ type: "start", today: today() }]);
  return (
    <div className={styles.preview}>
      <div className={styles.tools}>
        {platforms.some((one) => one !== "WEB") && (
          <Select
            aria-label={tBots("previewPlatform")}
            value={platform}
            onChange={({ currentTarget: { value } }) =>
              setPlatform(platforms.find((one) => one === value) ?? platform)
            }
          >
            {platforms.map((one) => (
              <option key={one} value={one}>
                {platformName(one, tBots)}
              </option>
            ))}
          </Select>
        )}
        {languages.length > 1 && (
          <Select
            aria-label={t("visitorLanguage")}
            value={language}
            onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
          >
            {languages.map((one) => (
              <option key={one} value={one}>
                {languageNames[one]}
              </option>
            ))}
          </Select>
        )}
        <Button
          size="xs"
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden="true" />}
          onClick={restart}
        >
          {t("restart")}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys. */}
      <div ref={log} className={styles.log} role="log" aria-label={t("conversation")} tabIndex={0}>
        {played.turns.map((turn, index) => (
          <Turn
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added at the end.
            key={index}
            turn={turn}
            platform={platform}
            language={language}
            isLast={index === count - 1 && played.session.state.kind === "asking"}
            onChoose={(choice, text) => happen({ type: "message", today: today(), text, choice, file: null })}
          />
        ))}
      </div>
      <Where session={played.session} storyId={played.storyId} />
      <Answer session={played.session} language={language} onEvent={happen} />
      <Variables session={played.session} />
    </div>
  );
}

/** A button that selects the block at which the conversation waits. */
function Where({ session: { state }, storyId }: { session: FlowSession; storyId: string }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const builder = useBuilder();
  const flow = useEditorState(({ flow }) => flow);
  const currentBlock =
    "block_id" in state && storyId === builder.storyId ? findBlock(flow, state.block_id) : undefined;
  if (!currentBlock) return null;
  const { group, block } = currentBlock;
  return (
    <div>
      <Button
        kind="quiet"
        size="xs"
        onClick={() => editor.select({ groupId: group.id, blockId: block.id }, { focus: true })}
      >
        {t("showBlock")}
      </Button>
    </div>
  );
}

interface AnswerProps {
  session: FlowSession;
  language: Language;
  onEvent: (event: FlowEvent) => void;
}

/** The controls for the next event: from the visitor, a timer, another server or a person. */
function Answer({ session: { state }, language, onEvent }: AnswerProps) {
  const { t } = useTranslation("stories");
  switch (state.kind) {
    case "asking":
      return <Writing language={language} onEvent={onEvent} />;
    case "waiting":
      return (
        <Button onClick={() => onEvent({ type: "timer", today: today(), token: state.token })}>
          {t("skipWait")}
        </Button>
      );
    case "requesting":
      return <Response token={state.token} onEvent={onEvent} />;
    case "handed_over":
      return <Button onClick={() => onEvent({ type: "resume", today: today() })}>{t("giveBack")}</Button>;
    case "ended":
      return (
        <p className={panes.note} role="status">
          {t("previewEnded")}
        </p>
      );
    default:
      return null;
  }
}

function Writing({ language, onEvent }: Omit<AnswerProps, "session">) {
  const { t } = useTranslation("stories");
  const [text, setText] = useState("");
  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (text.trim() === "") return;
    onEvent({ type: "message", today: today(), text, choice: null, file: null });
    setText("");
  }
  const file = {
    name: "photo.jpg",
    category: "image",
    size: 200_000,
    address: "https://files.example/photo.jpg",
  } as const;
  return (
    <form className={styles.writing} onSubmit={send}>
      <TextField
        aria-label={t("visitorAnswer")}
        placeholder={t("visitorAnswer")}
        lang={language}
        value={text}
        maxLength={2000}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" kind="primary">
        {t("send")}
      </Button>
      <Button
        kind="quiet"
        size="xs"
        onClick={() => onEvent({ type: "message", today: today(), text: "", choice: null, file })}
      >
        {t("sendFile")}
      </Button>
    </form>
  );
}

/** Asks what the other server answers. The preview does not call that server. */
function Response({ token, onEvent }: { token: number; onEvent: AnswerProps["onEvent"] }) {
  const { t } = useTranslation("stories");
  const [body, setBody] = useState("{}");
  const answer = (status: number) => onEvent({ type: "response", today: today(), token, status, body });
  return (
    <div className={styles.response}>
      <TextArea
        label={t("responseBody")}
        description={t("responseHint")}
        rows={3}
        value={body}
        maxLength={65_536}
        spellCheck={false}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
      <div className={panes.buttons}>
        <Button kind="primary" onClick={() => answer(200)}>
          {t("responseWorked")}
        </Button>
        <Button onClick={() => answer(0)}>{t("responseFailed")}</Button>
      </div>
    </div>
  );
}

function Variables({ session: { variables, tags } }: { session: FlowSession }) {
  const { t } = useTranslation("stories");
  if (variables.length === 0 && tags.length === 0) return null;
  return (
    <details className={styles.variables}>
      <summary>{t("remembered", { number: variables.length + tags.length })}</summary>
      <dl>
        {variables.map(({ name, value }) => (
          <div key={name}>
            <dt className={panes.code}>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {tags.length > 0 && (
          <div>
            <dt>{t("tags")}</dt>
            <dd>{tags.join(", ")}</dd>
          </div>
        )}
      </dl>
    </details>
  );
}
