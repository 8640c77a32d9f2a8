import { hiddenIdleAfterMs, idleAfterMs } from "@kakehashi/contract/live";

const inputEvents = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** After an input event, further ones are ignored for this many milliseconds, because a moving pointer causes many. */
const inputPauseMs = 1_000;

/** Calls `onChange` when the person becomes active or idle on this page, until the returned `end` is called. */
export function followActivity(onChange: (isUserActive: boolean) => void): {
  isActive: () => boolean;
  end: () => void;
} {
  let isUserActive = document.visibilityState === "visible";
  let lastInputMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const controller = new AbortController();
  const { signal } = controller;

  function setActive(isActive: boolean): void {
    if (isActive === isUserActive) return;
    isUserActive = isActive;
    onChange(isUserActive);
  }
  function scheduleIdleCheck(waitMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => setActive(false), waitMs);
  }
  function updateActivity(): void {
    if (document.visibilityState !== "visible") {
      scheduleIdleCheck(hiddenIdleAfterMs);
      return;
    }
    lastInputMs = Date.now();
    setActive(true);
    scheduleIdleCheck(idleAfterMs);
  }
  const onInput = () => {
    if (Date.now() - lastInputMs > inputPauseMs) updateActivity();
  };

  for (const eventName of inputEvents)
    addEventListener(eventName, onInput, { signal, passive: true, capture: true });
  addEventListener("focus", onInput, { signal });
  document.addEventListener("visibilitychange", updateActivity, { signal });
  updateActivity();
  return {
    isActive: () => isUserActive,
    end() {
      controller.abort();
      clearTimeout(timer);
    },
  };
}
