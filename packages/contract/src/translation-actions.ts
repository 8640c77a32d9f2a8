import type { ConversationKind } from "./conversation-kinds.ts";
import { isLegalTransition } from "./kit/transitions.ts";
import type { KnownLanguagesInput } from "./known-languages.ts";
import type { Language } from "./languages.ts";
import { canReviewTranslation, canTranslate } from "./permissions.ts";
import {
  isTranslationCurrent,
  type MessageTranslation,
  translationTransitions,
} from "./translation-states.ts";

/** The person who views a translation and may want to change it. */
export interface TranslationActor extends KnownLanguagesInput {
  readonly user_id: string;
}

/** The facts about a translation that decide what the viewer may do. */
export interface TranslationActionContext {
  readonly message: { readonly language: Language; readonly user_id: string; readonly revision: number };
  readonly language: Language;
  readonly translation: Pick<MessageTranslation, "state" | "version" | "revision"> | null;
  readonly conversation: { readonly kind: ConversationKind };
  /** The id of the translator who has claimed the translation. Null if nobody has claimed it. */
  readonly claimedByUserId: string | null;
  /** Whether the account of the message's author was deleted. */
  readonly isMessageAuthorGone: boolean;
}

export type TranslationAction =
  | "write"
  | "claim"
  | "give_back"
  | "hand_over"
  /**
   * Whether the person may approve and reject translations into this language in this conversation. This flag ignores
   * the state of the translation.
   */
  | "review"
  | "approve"
  | "reject"
  | "restore"
  | "suggest"
  | "ask_author";

/** Whether a translator can ask the author a question. The author must be another person and still have an account. */
export const canAskAuthor = (
  userId: string,
  message: { readonly user_id: string },
  isAuthorGone: boolean,
): boolean => message.user_id !== userId && !isAuthorGone;

/**
 * Whether a member of the conversation may take an action on a translation in its current state. The pages offer only
 * allowed actions. `write` is allowed even while another person has claimed the translation. The server then refuses
 * the text, but the writer does not lose it.
 */
export function canDoWithTranslation(
  actor: TranslationActor,
  action: TranslationAction,
  context: TranslationActionContext,
): boolean {
  const { message, language: to, translation, conversation, claimedByUserId } = context;
  const languagePair = { from: message.language, to };
  const isClaimedByOther = claimedByUserId !== null && claimedByUserId !== actor.user_id;
  const canTakeStep = (step: keyof typeof translationTransitions) =>
    translation !== null &&
    translation.version > 0 &&
    isLegalTransition(translationTransitions, step, translation.state);
  const isReviewer = canReviewTranslation(actor, languagePair, conversation.kind);
  switch (action) {
    case "write":
    case "suggest":
      return canTranslate(actor, languagePair);
    case "claim":
    case "hand_over":
      return canTranslate(actor, languagePair) && !isClaimedByOther;
    case "give_back":
      return claimedByUserId === actor.user_id;
    case "review":
      return isReviewer;
    case "approve":
      return (
        isReviewer &&
        canTakeStep("approve") &&
        translation !== null &&
        isTranslationCurrent(translation, message)
      );
    case "reject":
      return isReviewer && canTakeStep("reject");
    case "restore":
      return canTranslate(actor, languagePair) && canTakeStep("restore") && !isClaimedByOther;
    case "ask_author":
      return (
        canTranslate(actor, languagePair) && canAskAuthor(actor.user_id, message, context.isMessageAuthorGone)
      );
  }
}
