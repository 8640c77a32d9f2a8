import type { ConversationKind } from "./conversations.ts";
import { canHappen } from "./kit/transitions.ts";
import type { Speaker } from "./known-languages.ts";
import type { Language } from "./languages.ts";
import { canReview, canTranslate } from "./permissions.ts";
import { isCurrent, type MessageTranslation, translationSteps } from "./translation-states.ts";

/** Whoever looks at a translation. */
export interface UnitActor extends Speaker {
  readonly user_id: string;
}

/** What decides about a translation, as its reader sees it. */
export interface ActedUnit {
  readonly message: { readonly language: Language; readonly user_id: string; readonly revision: number };
  readonly language: Language;
  readonly translation: Pick<MessageTranslation, "state" | "version" | "revision"> | null;
  readonly conversation: { readonly kind: ConversationKind };
  /** Whose claim holds now. Null: nobody's. */
  readonly claimedBy: string | null;
  /** The author's account was deleted. */
  readonly isAuthorGone: boolean;
}

export type UnitAction =
  | "write"
  | "claim"
  | "give_back"
  | "hand_over"
  /** To approve and reject at all, whatever state the text is in. */
  | "review"
  | "approve"
  | "reject"
  | "restore"
  | "suggest"
  | "ask_author";

/** Whether there is an author to ask: somebody else, who is still there. */
export const hasAuthorToAsk = (
  userId: string,
  message: { readonly user_id: string },
  isAuthorGone: boolean,
): boolean => message.user_id !== userId && !isAuthorGone;

/**
 * Whether a member of the conversation may do something with a translation, as it is now. The pages offer nothing else.
 * A text that is written while somebody else has the claim is refused, but its writer keeps it: so `write` does not ask
 * for the claim.
 */
export function canWithUnit(actor: UnitActor, action: UnitAction, unit: ActedUnit): boolean {
  const { message, language: to, translation, conversation, claimedBy } = unit;
  const pair = { from: message.language, to };
  const isHeldByOther = claimedBy !== null && claimedBy !== actor.user_id;
  const has = (step: keyof typeof translationSteps) =>
    translation !== null && translation.version > 0 && canHappen(translationSteps, step, translation.state);
  const reviews = canReview(actor, pair, conversation.kind);
  switch (action) {
    case "write":
    case "suggest":
      return canTranslate(actor, pair);
    case "claim":
    case "hand_over":
      return canTranslate(actor, pair) && !isHeldByOther;
    case "give_back":
      return claimedBy === actor.user_id;
    case "review":
      return reviews;
    case "approve":
      return reviews && has("approve") && translation !== null && isCurrent(translation, message);
    case "reject":
      return reviews && has("reject");
    case "restore":
      return canTranslate(actor, pair) && has("restore") && !isHeldByOther;
    case "ask_author":
      return canTranslate(actor, pair) && hasAuthorToAsk(actor.user_id, message, unit.isAuthorGone);
  }
}
