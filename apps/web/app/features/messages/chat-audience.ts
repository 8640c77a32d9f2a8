import type { UserSummary } from "@kakehashi/contract/users";
import { type ReactNode, useMemo } from "react";

/**
 * The readers of the text that is being written in a conversation with a customer. The customer reads answers, and only
 * colleagues read notes.
 */
export interface TalkAudience {
  /** Whether the composer writes a note for colleagues instead of an answer to the customer. */
  readonly isInternalNote: boolean;
  readonly visitorId: string;
  /** People whom a note can mention although they are not members of the conversation. */
  readonly mentionableColleagues: readonly UserSummary[];
  /** The buttons that switch the composer between an answer and a note. */
  readonly answerOrNoteSwitch: ReactNode;
}

/**
 * Returns the people for whom the text is written, and the people whom it can mention. In a conversation with a
 * customer, an answer is written for the customer, and a note for everybody else.
 */
export function useComposerPeople(
  people: readonly UserSummary[],
  audience: TalkAudience | undefined,
): [readers: readonly UserSummary[], mentionablePeople: readonly UserSummary[]] {
  const isNote = audience?.isInternalNote;
  const visitorId = audience?.visitorId;
  const colleagues = audience?.mentionableColleagues;
  return useMemo(() => {
    if (isNote === undefined) return [people, people];
    const readers = people.filter(({ id }) => (id === visitorId) !== isNote);
    if (!isNote) return [readers, people];
    const otherColleagues = colleagues?.filter(({ id }) => !people.some((member) => member.id === id)) ?? [];
    return [readers, [...readers, ...otherColleagues]];
  }, [people, isNote, visitorId, colleagues]);
}
