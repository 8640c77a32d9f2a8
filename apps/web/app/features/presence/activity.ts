import { hiddenIdleAfter, idleAfter } from "@kakehashi/contract/live";

const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** Milliseconds in which further signs of the same hand are no news. */
const rest = 1_000;

/** Tells when somebody comes to this page and when it has been left alone, until `end` is called. */
export function followActivity(told: (active: boolean) => void): { active: () => boolean; end: () => void } {
  let active = document.visibilityState === "visible";
  let heardAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const given = new AbortController();
  const { signal } = given;

  function become(next: boolean): void {
    if (next === active) return;
    active = next;
    told(active);
  }
  function wait(patience: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => become(false), patience);
  }
  function look(): void {
    if (document.visibilityState !== "visible") {
      wait(hiddenIdleAfter);
      return;
    }
    heardAt = Date.now();
    become(true);
    wait(idleAfter);
  }
  const hear = () => {
    if (Date.now() - heardAt > rest) look();
  };

  for (const sign of signs) addEventListener(sign, hear, { signal, passive: true, capture: true });
  addEventListener("focus", hear, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  look();
  return {
    active: () => active,
    end() {
      given.abort();
      clearTimeout(timer);
    },
  };
}
