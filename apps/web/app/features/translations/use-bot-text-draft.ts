import { useEffect, useEffectEvent, useRef, useState } from "react";
import { deviceStorage } from "../../kit/storage.ts";
import { type BotTextAddress, saveTextDraft } from "./bot-text-queries.ts";

/** Milliseconds without a key after which the draft is saved on the server. */
const quietMs = 800;

/**
 * The draft of a bot's text. Each key is kept in the browser at once, and on the server soon after, for the writer's other
 * devices. `stored` is the server's draft, `target` the text of the story.
 */
export function useBotTextDraft(userId: string, at: BotTextAddress, stored: string | null, target: string) {
  const name = `bot-text-draft ${userId} ${at.container_id} ${at.field} ${at.to}`;
  // The text that was typed on this device and may not be saved on the server yet.
  const [typed, setTyped] = useState<string | null>(() => deviceStorage.read(name));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const unsaved = useRef<string | null>(typed);

  /**
   * Saves the text on the server if needed. If it fails, the browser keeps the text until it is opened again.
   */
  async function flush(): Promise<void> {
    clearTimeout(timer.current);
    const content = unsaved.current;
    if (content === null) return;
    try {
      await saveTextDraft(at, content === target ? "" : content);
    } catch {
      return;
    }
    if (unsaved.current !== content) return;
    unsaved.current = null;
    deviceStorage.write(name, null);
  }

  const flushAtEnd = useEffectEvent(() => void flush());
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === "hidden") flushAtEnd();
    };
    flushAtEnd();
    document.addEventListener("visibilitychange", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      flushAtEnd();
    };
  }, []);

  return {
    text: typed ?? stored ?? target,
    /** Whether the writer has typed something that the story does not have. */
    isTyped: (typed ?? stored ?? target) !== target,
    change(text: string): void {
      setTyped(text);
      unsaved.current = text;
      deviceStorage.write(name, text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), quietMs);
    },
    /** Call it after the text was saved: the server has thrown its draft away. */
    end(): void {
      clearTimeout(timer.current);
      unsaved.current = null;
      deviceStorage.write(name, null);
      setTyped(null);
    },
    /** Stops saving the draft while the text itself is saved. A draft that arrives later would stay. */
    pause: () => clearTimeout(timer.current),
  };
}
