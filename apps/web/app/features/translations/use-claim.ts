import type { Language } from "@kakehashi/contract/languages";
import { claimLastsMs } from "@kakehashi/contract/translation-claims";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { useEffect, useEffectEvent, useRef } from "react";
import { deviceStorage } from "../../kit/storage.ts";
import { claim, releaseClaim } from "./queries.ts";
import { useClaimHolds } from "./use-claim-holds.ts";

/**
 * While somebody types, their claim is renewed after this many milliseconds. Without renewals it ends after 15 minutes.
 */
const claimAgainMs = 5 * 60_000;

/** Whether the writer's claim may come from typing: their last claim by typing is less than 15 minutes old. */
const isTypedClaim = (name: string, now: number) =>
  now - Number(deviceStorage.read(name) ?? 0) < claimLastsMs;

/**
 * Claims the translation while the writer types, so that others see who translates it.
 *
 * Only typing renews the claim, so that a forgotten page does not keep others away. A claim by typing ends when the
 * writer saves or discards the text or closes the editor. A claim from before stays: the writer took it by the button,
 * or somebody handed it to them.
 *
 * The browser stores when the writer last claimed by typing. After a reload the editor finds this claim and must not
 * mistake it for one that stays.
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
    // The claim may already have ended, so a failed release does not matter.
    void releaseClaim(mid, language).catch(() => undefined);
  }
  /** Call it when the server has ended the claim, for example by a save. */
  function forget(): void {
    claimedAt.current = null;
    deviceStorage.write(typedName, null);
  }
  /** Claims the translation before anything is typed. */
  async function take(): Promise<void> {
    await claim(mid, language);
    claimedAt.current = Date.now();
    isKept.current = true;
    deviceStorage.write(typedName, null);
  }
  /** Ends the claim of either kind. The typed text stays, and the next key claims the translation again. */
  async function giveBack(): Promise<void> {
    forget();
    await releaseClaim(mid, language);
  }
  const releaseAtEnd = useEffectEvent(release);
  useEffect(() => () => releaseAtEnd(), []);
  return { renew, release, forget, take, giveBack };
}
