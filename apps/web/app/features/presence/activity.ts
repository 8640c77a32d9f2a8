import { hiddenIdleAfterMs, idleAfterMs } from "@kakehashi/contract/live";

const inputEvents = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** Input within this many milliseconds after other input is ignored. */
const restMs = 1_000;

/** Reports when somebody becomes active or idle on this page, until `end` is called. */
export function followActivity(onChange: (active: boolean) => void): {
  active: () => boolean;
  end: () => void;
} {
  let active = document.visibilityState === "visible";
  let lastInputMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const controller = new AbortController();
  const { signal } = controller;

  function setActive(next: boolean): void {
    if (next === active) return;
    active = next;
    onChange(active);
  }
  function wait(waitMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => setActive(false), waitMs);
  }
  function check(): void {
    if (document.visibilityState !== "visible") {
      wait(hiddenIdleAfterMs);
      return;
    }
    lastInputMs = Date.now();
    setActive(true);
    wait(idleAfterMs);
  }
  const onInput = () => {
    if (Date.now() - lastInputMs > restMs) check();
  };

  for (const sign of inputEvents) addEventListener(sign, onInput, { signal, passive: true, capture: true });
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
