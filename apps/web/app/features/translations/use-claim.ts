import type { Language } from "@kakehashi/contract/languages";
import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { useEffect, useEffectEvent, useRef } from "react";
import { deviceStorage } from "../../kit/storage.ts";
import { claim, releaseClaim } from "./steps.ts";
import { useIsClaimValid } from "./use-claim-holds.ts";

/**
 * While somebody types, their claim is renewed after this many milliseconds. Without renewals it ends after 15 minutes.
 */
const claimRenewalMs = 5 * 60_000;
/**
 * The writer may release their claim on another device and type here. In that case the translation is claimed again
 * after this many milliseconds.
 */
const lostClaimRetryMs = 10_000;

/**
 * Whether the writer's present claim may come from typing, because they last claimed by typing less than 15 minutes
 * ago.
 */
const isTypedClaim = (name: string, now: number) =>
  now - Number(deviceStorage.read(name) ?? 0) < claimDurationMs;

/** The longest time in milliseconds that a save waits for a running request about the claim. */
const maximumWaitMs = 5_000;

/** The last running request about each claim, by the key of the claim's translation. */
const requests = new Map<string, Promise<void>>();

/**
 * Sends requests about one claim one after the other. The request to claim must not arrive after the request to
 * release that follows it.
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
 * Claims the translation while the writer types, so that others see who translates it. Only typing renews the claim:
 * a page that somebody has left open does not keep others away. A claim that began by typing ends when the writer
 * saves or discards the text or closes the editor. A claim that the writer took by the button, or that somebody
 * handed over to them, stays. The browser stores when the writer last claimed by typing. So the editor can tell the
 * two kinds of claims apart after a reload.
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

/** Like `useClaim`, but for any kind of text, such as a text of a bot. */
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
  /** Forgets the claim in this browser. Call it when the server has ended the claim, for example by a save. */
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
   * Resolves when no request about the claim is running, or after `maximumWaitMs`, because a save must not wait
   * longer.
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
