import { useEffect, useEffectEvent, useRef, useState } from "react";
import { deviceStorage } from "../../kit/storage.ts";
import { type BotTextKey, saveDraftOfBotText } from "./bot-text-queries.ts";

/** The draft is saved on the server this many milliseconds after the last key press. */
const savePauseMs = 800;

/**
 * The draft of a bot's text. The browser stores each change at once. The server gets the draft soon after that, for the
 * writer's other devices. `serverDraftText` is the server's draft, and `savedText` is the saved translation.
 */
export function useBotTextDraft(
  userId: string,
  botTextKey: BotTextKey,
  serverDraftText: string | null,
  savedText: string,
) {
  const name = `bot-text-draft ${userId} ${botTextKey.container_id} ${botTextKey.field} ${botTextKey.targetLanguage}`;
  // The text that was typed on this device. It may not be saved on the server yet.
  const [typedText, setTypedText] = useState<string | null>(() => deviceStorage.read(name));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const unsavedText = useRef<string | null>(typedText);

  /**
   * Saves an unsaved draft on the server. If that fails, the browser keeps the draft until the text is opened again.
   */
  async function saveNow(): Promise<void> {
    clearTimeout(timer.current);
    const content = unsavedText.current;
    if (content === null) return;
    try {
      await saveDraftOfBotText(botTextKey, content === savedText ? "" : content);
    } catch {
      return;
    }
    if (unsavedText.current !== content) return;
    unsavedText.current = null;
    deviceStorage.write(name, null);
  }

  const saveOnUnmount = useEffectEvent(() => void saveNow());
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === "hidden") saveOnUnmount();
    };
    saveOnUnmount();
    document.addEventListener("visibilitychange", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      saveOnUnmount();
    };
  }, []);

  return {
    text: typedText ?? serverDraftText ?? savedText,
    /** Whether the writer's draft differs from the saved text. */
    isChanged: (typedText ?? serverDraftText ?? savedText) !== savedText,
    change(text: string): void {
      setTypedText(text);
      unsavedText.current = text;
      deviceStorage.write(name, text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void saveNow(), savePauseMs);
    },
    /**
     * Deletes the draft from this browser. Call this function after the text was saved. Saving the text has already
     * deleted the draft on the server.
     */
    end(): void {
      clearTimeout(timer.current);
      unsavedText.current = null;
      deviceStorage.write(name, null);
      setTypedText(null);
    },
    /**
     * Cancels the planned save of the draft. Call this function before saving the text itself. Otherwise the draft
     * could be stored on the server again after the text was saved.
     */
    pause: () => clearTimeout(timer.current),
  };
}
