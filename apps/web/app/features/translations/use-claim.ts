import type { Language } from "@kakehashi/contract/languages";
import { claimLastsMs } from "@kakehashi/contract/translation-claims";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { useEffect, useEffectEvent, useRef } from "react";
import { deviceStorage } from "../../kit/storage.ts";
import { claim, releaseClaim } from "./queries.ts";
import { useClaimHolds } from "./use-claim-holds.ts";

/** While somebody types, their claim is renewed after this many milliseconds. It lasts for fifteen minutes. */
const claimAgainMs = 5 * 60_000;

/** Whether the writer claimed it by typing, so lately that the claim may still hold. */
const isTypedClaim = (name: string, now: number) =>
  now - Number(deviceStorage.read(name) ?? 0) < claimLastsMs;

/**
 * Claims the translation when the writer types, so that others see who translates it. Only typing renews the claim: a
 * page that somebody has left open must not keep others away. A claim by typing ends with the text or the editor. One
 * that the writer had before stays: they took it by the button, or it was handed to them. This browser stores
 * when they last claimed it by typing, because a page that is loaded anew finds that claim and must not take it for one
 * that stays.
 */
export function useClaim(
  userId: string,
  mid: string,
  language: Language,
  translation: Pick<MessageTranslation, "claimed_by" | "claimed_at"> | null | undefined,
) {
  const isMine = useClaimHolds(translation?.claimed_at) && translation?.claimed_by === userId;
  const typedName = `translation-claim ${userId} ${mid} ${language}`;
  const claimedAt = useRef<number | null>(null);
  const isKept = useRef(false);

  function renew(): void {
    const now = Date.now();
    if (claimedAt.current === null) isKept.current = isMine && !isTypedClaim(typedName, now);
    else if (now - claimedAt.current < claimAgainMs) return;
    claimedAt.current = now;
    if (!isKept.current) deviceStorage.write(typedName, String(now));
    void claim(mid, language).catch(() => undefined);
  }
  function release(): void {
    if (claimedAt.current === null) return;
    claimedAt.current = null;
    if (isKept.current) return;
    deviceStorage.write(typedName, null);
    // The claim may have ended meanwhile: a failed release does not matter.
    void releaseClaim(mid, language).catch(() => undefined);
  }
  /** The server has ended the claim, for example by a save. */
  function forget(): void {
    claimedAt.current = null;
    deviceStorage.write(typedName, null);
  }
  /** Claims it before anything is typed. */
  async function take(): Promise<void> {
    await claim(mid, language);
    claimedAt.current = Date.now();
    isKept.current = true;
    deviceStorage.write(typedName, null);
  }
  /** Ends the claim, however it was made. What is typed stays, and the next key claims it again. */
  async function giveBack(): Promise<void> {
    forget();
    await releaseClaim(mid, language);
  }
  const releaseAtEnd = useEffectEvent(release);
  useEffect(() => () => releaseAtEnd(), []);
  return { renew, release, forget, take, giveBack };
}
