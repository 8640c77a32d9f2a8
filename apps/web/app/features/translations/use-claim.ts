import type { Language } from "@kakehashi/contract/languages";
import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { useEffect, useEffectEvent, useRef } from "react";
import { deviceStorage } from "../../kit/storage.ts";
import { claim, releaseClaim } from "./steps.ts";
import { useIsClaimValid } from "./use-claim-holds.ts";

/**
 * While somebody types, their claim is renewed each time this many milliseconds have passed. A claim that is not
 * renewed ends after 15 minutes.
 */
const claimRenewalMs = 5 * 60_000;
/**
 * Milliseconds after which typing claims the translation again, if the writer has released the claim on another device.
 */
const lostClaimRetryMs = 10_000;

/** Whether the writer's present claim may have begun by typing, because they typed less than 15 minutes ago. */
const isTypedClaim = (name: string, now: number) =>
  now - Number(deviceStorage.read(name) ?? 0) < claimDurationMs;

/** The longest time in milliseconds that a save waits for a running request about the claim. */
const maximumWaitMs = 5_000;

/** The last request about each claim that is still running, by the key of the claim's translation. */
const requests = new Map<string, Promise<void>>();

/**
 * Sends the requests about one claim one after the other, because a request to claim that arrived after the following
 * request to release would leave the text claimed.
 */
function runAfterPreviousRequest(name: string, request: () => Promise<void>): Promise<void> {
  const before = requests.get(name);
  const result = before ? before.then(request) : request();
  const settled = result
    .catch(() => undefined)
    .then(() => {
      if (requests.get(name) === settled) requests.delete(name);
    });
  requests.set(name, settled);
  return result;
}

/**
 * Claims the translation while the writer types, so that others see who translates it. Only typing renews the claim, so
 * a page that is left open does not keep others away. A claim that began by typing ends when the writer saves or
 * discards the text, or closes the editor. A claim by the button or by a hand-over stays. The browser stores when the
 * writer last claimed by typing, so that it can tell the two kinds apart after a reload.
 */
export function useClaim(
  userId: string,
  mid: string,
  language: Language,
  translation: Pick<MessageTranslation, "claimed_by" | "claimed_at"> | null | undefined,
) {
  const isOwnClaim = useIsClaimValid(translation?.claimed_at) && translation?.claimed_by === userId;
  return useTypedClaim({
    typedName: `translation-claim ${userId} ${mid} ${language}`,
    isOwnClaim,
    claim: () => claim(mid, language),
    release: () => releaseClaim(mid, language),
  });
}

interface TypedClaim {
  /** The key under which the browser stores when the writer last claimed by typing. */
  typedName: string;
  /** Whether the translation has a claim of this writer that has not ended. */
  isOwnClaim: boolean;
  claim: () => Promise<void>;
  release: () => Promise<void>;
}

/** Like `useClaim`, for a text that is not a message, such as a text of a bot. */
export function useTypedClaim({ typedName, isOwnClaim, claim, release: releaseClaim }: TypedClaim) {
  const claimedAt = useRef<number | null>(null);
  const keepsClaimAfterTyping = useRef(false);

  function renew(): void {
    const now = Date.now();
    if (claimedAt.current === null)
      keepsClaimAfterTyping.current = isOwnClaim && !isTypedClaim(typedName, now);
    else if (now - claimedAt.current < (isOwnClaim ? claimRenewalMs : lostClaimRetryMs)) return;
    claimedAt.current = now;
    if (!keepsClaimAfterTyping.current) deviceStorage.write(typedName, String(now));
    void runAfterPreviousRequest(typedName, claim).catch(() => undefined);
  }
  function release(): void {
    if (claimedAt.current === null) return;
    claimedAt.current = null;
    if (keepsClaimAfterTyping.current) return;
    deviceStorage.write(typedName, null);
    // Ignore an error when a claim is released, because the claim may already have ended.
    void runAfterPreviousRequest(typedName, releaseClaim).catch(() => undefined);
  }
  /**
   * Forgets the claim in this browser. Call it when the server has ended the claim, for example because the text was
   * saved.
   */
  function forget(): void {
    claimedAt.current = null;
    deviceStorage.write(typedName, null);
  }
  /** Claims the translation when the reader presses the button, even if nothing is typed yet. */
  async function take(): Promise<void> {
    await runAfterPreviousRequest(typedName, claim);
    claimedAt.current = Date.now();
    keepsClaimAfterTyping.current = true;
    deviceStorage.write(typedName, null);
  }
  /**
   * Ends the claim, whether it came from typing or from the button. The typed text stays. The next typed character
   * claims the translation again.
   */
  async function releaseOwnClaim(): Promise<void> {
    forget();
    await runAfterPreviousRequest(typedName, releaseClaim);
  }
  /**
   * Resolves when no request about the claim is running, or after `maximumWaitMs`, so that a save does not wait too
   * long.
   */
  const waitForClaimRequest = (): Promise<void> =>
    Promise.race([
      requests.get(typedName),
      new Promise<void>((resolve) => setTimeout(resolve, maximumWaitMs)),
    ]);
  const releaseOnUnmount = useEffectEvent(release);
  useEffect(() => () => releaseOnUnmount(), []);
  return { renew, release, forget, take, releaseOwnClaim, releaseUnusedClaim: waitForClaimRequest };
}
