import type { FlowEvent } from "@kakehashi/contract/flows/events";
import type { FlowSession } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import panes from "./panes.module.css";
import styles from "./preview-pane.module.css";
import { findTodayInDeviceTimeZone } from "./preview-today.ts";

interface NextEventControlsProps {
  session: FlowSession;
  language: Language;
  onEvent: (event: FlowEvent) => void;
}

/**
 * Controls that produce the next event of the preview: a visitor's message, the end of a wait, the response of another
 * server, or an agent's return of the chat to the bot.
 */
export function NextEventControls({ session: { state }, language, onEvent }: NextEventControlsProps) {
  const { t } = useTranslation("stories");
  switch (state.kind) {
    case "asking":
      return <MessageForm language={language} onEvent={onEvent} />;
    case "waiting":
      return (
        <Button
          onClick={() => onEvent({ type: "timer", today: findTodayInDeviceTimeZone(), token: state.token })}
        >
          {t("skipWait")}
        </Button>
      );
    case "requesting":
      return <ResponseChoices token={state.token} onEvent={onEvent} />;
    case "handed_over":
      return (
        <Button onClick={() => onEvent({ type: "resume", today: findTodayInDeviceTimeZone() })}>
          {t("giveBack")}
        </Button>
      );
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

function MessageForm({ language, onEvent }: Omit<NextEventControlsProps, "session">) {
  const { t } = useTranslation("stories");
  const [text, setText] = useState("");
  function submitMessage(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (text.trim() === "") return;
    onEvent({ type: "message", today: findTodayInDeviceTimeZone(), text, choice: null, file: null });
    setText("");
  }
  const file = {
    name: "photo.jpg",
    category: "image",
    size: 200_000,
    address: "https://files.example/photo.jpg",
  } as const;
  return (
    <form className={styles.writing} onSubmit={submitMessage}>
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
        onClick={() =>
          onEvent({ type: "message", today: findTodayInDeviceTimeZone(), text: "", choice: null, file })
        }
      >
        {t("sendFile")}
      </Button>
    </form>
  );
}

/** Asks the user which response another server would send. The preview sends no request to that server. */
function ResponseChoices({ token, onEvent }: { token: number; onEvent: NextEventControlsProps["onEvent"] }) {
  const { t } = useTranslation("stories");
  const [body, setBody] = useState("{}");
  const sendResponse = (status: number) =>
    onEvent({ type: "response", today: findTodayInDeviceTimeZone(), token, status, body });
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
        <Button kind="primary" onClick={() => sendResponse(200)}>
          {t("responseWorked")}
        </Button>
        <Button onClick={() => sendResponse(0)}>{t("responseFailed")}</Button>
      </div>
    </div>
  );
}
