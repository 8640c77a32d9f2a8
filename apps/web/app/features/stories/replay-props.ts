import type { BotSessionTurn } from "@kakehashi/contract/bot-sessions";
import type { Bot } from "@kakehashi/contract/bots";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { SavedFlowReference } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import type { SessionReplayResult } from "@kakehashi/contract/schemas/flows/replay";

/** The props that all parts of a replayed conversation receive. */
export interface ReplayProps {
  bot: Bot;
  turns: readonly BotSessionTurn[];
  result: SessionReplayResult;
  language: Language;
  flowOf: (save: SavedFlowReference) => Flow | undefined;
  /** The names of the variables that store the answer to a question for a date. */
  dateVariableNames: readonly string[];
  /** The index of the present step of the replay. */
  stepIndex: number;
  goToStep: (to: number) => void;
  /**
   * Whether the variables and tags at the end of the replay equal the stored ones of the visitor. If not, a note says
   * that the replay is not exact.
   */
  doesMatchStoredValues: boolean;
  isLoading: boolean;
}
