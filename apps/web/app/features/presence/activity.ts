import { hiddenIdleAfterMs, idleAfterMs } from "@kakehashi/contract/live";

const inputEvents = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** Input within this many milliseconds after other input is ignored. */
const inputPauseMs = 1_000;

/** Reports when somebody becomes active or idle on this page, until `end` is called. */
export function followActivity(onChange: (isUserActive: boolean) => void): {
  active: () => boolean;
  end: () => void;
} {
  let active = document.visibilityState === "visible";
  let lastInputMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const controller = new AbortController();
  const { signal } = controller;

  function setActive(isActive: boolean): void {
    if (isActive === active) return;
    active = isActive;
    onChange(active);
  }
  function waitForIdle(waitMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => setActive(false), waitMs);
  }
  function check(): void {
    if (document.visibilityState !== "visible") {
      waitForIdle(hiddenIdleAfterMs);
      return;
    }
    lastInputMs = Date.now();
    setActive(true);
    waitForIdle(idleAfterMs);
  }
  const onInput = () => {
    if (Date.now() - lastInputMs > inputPauseMs) check();
  };

  for (const eventName of inputEvents)
    addEventListener(eventName, onInput, { signal, passive: true, capture: true });
  addEventListener("focus", onInput, { signal });
  document.addEventListener("visibilitychange", check, { signal });
  check();
  return {
    active: () => active,
    end() {
      controller.abort();
      clearTimeout(timer);
    },
  };
}
