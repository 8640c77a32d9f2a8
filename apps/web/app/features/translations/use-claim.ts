import type { Language } from "@kakehashi/contract/languages";
import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { useEffect, useEffectEvent, useRef } from "react";
import { deviceStorage } from "../../kit/storage.ts";
import { claimUnit, releaseUnit } from "./steps.ts";
import { useIsClaimValid } from "./use-claim-holds.ts";

/**
 * While somebody types, their claim is renewed at this interval in milliseconds. An unrenewed claim expires after 15
 * minutes.
 */
const claimRenewalMs = 5 * 60_000;
/**
 * If the writer has released the claim on another device, typing claims the translation again after this many
 * milliseconds.
 */
const lostClaimRetryMs = 10_000;

/** Whether the writer's claim may come from typing, because they typed less than 15 minutes ago. */
const isTypedClaim = (name: string, now: number) =>
  now - Number(deviceStorage.read(name) ?? 0) < claimDurationMs;

/** A save waits at most this many milliseconds for a running request about the claim. */
const maximumWaitMs = 5_000;

/** The last running request about each claim, by the claim's key. */
const pendingClaims = new Map<string, Promise<void>>();

/**
 * Runs the requests about one claim one after the other. If a claim request reached the server after the release that
 * follows it, the text would stay claimed.
 */
function runAfterPreviousRequest(name: string, request: () => Promise<void>): Promise<void> {
  const pendingClaim = pendingClaims.get(name);
  const result = pendingClaim ? pendingClaim.then(request) : request();
  const settledClaim = result
    .catch(() => undefined)
    .then(() => {
      if (pendingClaims.get(name) === settledClaim) pendingClaims.delete(name);
    });
  pendingClaims.set(name, settledClaim);
  return result;
}

/**
 * Claims the translation while the writer types, so that others see who is translating it. Only typing renews the
 * claim, because an open page alone must not keep others away. A claim from typing ends when the writer saves, discards
 * or closes the text. A claim from the button or a hand-over stays. To distinguish the two kinds after a reload, the
 * browser stores when the writer last claimed by typing.
 */
export function useClaim(
  userId: string,
  mid: string,
  language: Language,
  translation: Pick<MessageTranslation, "claimed_by" | "claimed_at"> | null | undefined,
) {
  const isOwnClaim = useIsClaimValid(translation?.claimed_at) && translation?.claimed_by === userId;
  return useClaimWhileTyping({
    lastTypedStorageKey: `translation-claim ${userId} ${mid} ${language}`,
    isOwnClaim,
    claim: () => claimUnit(mid, language),
    release: () => releaseUnit(mid, language),
  });
}

interface TypedClaimOptions {
  /** The storage key for the time when the writer last claimed by typing. */
  lastTypedStorageKey: string;
  /** Whether this writer has a valid claim of the translation. */
  isOwnClaim: boolean;
  claim: () => Promise<void>;
  release: () => Promise<void>;
}

/** Like `useClaim`, for a text that is not a message, such as a text of a bot. */
export function useClaimWhileTyping({
  lastTypedStorageKey,
  isOwnClaim,
  claim,
  release: releaseClaim,
}: TypedClaimOptions) {
  const claimedAt = useRef<number | null>(null);
  const keepsClaimAfterTyping = useRef(false);

  function renew(): void {
    const now = Date.now();
    if (claimedAt.current === null)
      keepsClaimAfterTyping.current = isOwnClaim && !isTypedClaim(lastTypedStorageKey, now);
    else if (now - claimedAt.current < (isOwnClaim ? claimRenewalMs : lostClaimRetryMs)) return;
    claimedAt.current = now;
    if (!keepsClaimAfterTyping.current) deviceStorage.write(lastTypedStorageKey, String(now));
    void runAfterPreviousRequest(lastTypedStorageKey, claim).catch(() => undefined);
  }
  function release(): void {
    if (claimedAt.current === null) return;
    claimedAt.current = null;
    if (keepsClaimAfterTyping.current) return;
    deviceStorage.write(lastTypedStorageKey, null);
    // Ignore an error of the release, because the claim may already have expired.
    void runAfterPreviousRequest(lastTypedStorageKey, releaseClaim).catch(() => undefined);
  }
  /**
   * Forgets the claim in this browser. Call this function when the server has ended the claim, for example after a
   * save.
   */
  function forgetClaim(): void {
    claimedAt.current = null;
    deviceStorage.write(lastTypedStorageKey, null);
  }
  /** Claims the translation after a press on the button, before anything is typed. */
  async function claimWithoutTyping(): Promise<void> {
    await runAfterPreviousRequest(lastTypedStorageKey, claim);
    claimedAt.current = Date.now();
    keepsClaimAfterTyping.current = true;
    deviceStorage.write(lastTypedStorageKey, null);
  }
  /**
   * Ends the claim, no matter how it was made. The typed text stays, and the next typed character claims the
   * translation again.
   */
  async function releaseOwnClaim(): Promise<void> {
    forgetClaim();
    await runAfterPreviousRequest(lastTypedStorageKey, releaseClaim);
  }
  /**
   * Resolves when no request about the claim is running, but at the latest after `maximumWaitMs`, so that a save is not
   * delayed too long.
   */
  const waitForClaimRequest = (): Promise<void> =>
    Promise.race([
      pendingClaims.get(lastTypedStorageKey),
      new Promise<void>((resolve) => setTimeout(resolve, maximumWaitMs)),
    ]);
  const releaseOnUnmount = useEffectEvent(release);
  useEffect(() => () => releaseOnUnmount(), []);
  return {
    renew,
    release,
    forget: forgetClaim,
    take: claimWithoutTyping,
    releaseOwnClaim,
    releaseUnusedClaim: waitForClaimRequest,
  };
}
