import type { Language } from "@kakehashi/contract/languages";
import type { MachineTranslationProblem } from "@kakehashi/contract/machine";

export interface FillTranslationsResult {
  /** The failures of the provider in this attempt after which another attempt may succeed. */
  failures: MachineTranslationFailure[];
  /** The languages for which the monthly budget was not enough. */
  languagesOverBudget: Language[];
}

/**
 * Kinds of failures of machine translation. `off`: the provider refuses all calls, so calls pause. `passing`: another
 * attempt may succeed. `text`: this text can never be translated. `budget`: the characters that may be sent to the
 * provider this month are used up.
 */
export type TranslationFailureKind = "off" | "passing" | "text" | "budget";

const failureKindByProblem: Readonly<Record<MachineTranslationProblem, TranslationFailureKind>> = {
  key: "off",
  rate: "off",
  quota: "off",
  down: "off",
  paused: "off",
  slow: "passing",
  unreachable: "passing",
  broken: "passing",
  answer: "passing",
  refused: "text",
  unusable: "text",
  budget: "budget",
};

/**
 * The error that the provider did not translate a text. It contains the kind of failure. Its message is shown to the
 * admin and contains no part of the text.
 */
export class MachineTranslationFailure extends Error {
  readonly problem: MachineTranslationProblem;

  constructor(problem: MachineTranslationProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }

  get kind(): TranslationFailureKind {
    return failureKindByProblem[this.problem];
  }
}

/**
 * HTTP statuses after which the provider is paused: not allowed, too many calls, quota used up (456 is
 * DeepL's), or out of service.
 */
const problemsThatPause: Readonly<Record<number, MachineTranslationProblem>> = {
  401: "key",
  403: "key",
  429: "rate",
  456: "quota",
  503: "down",
};

/** Returns the kind of failure for an HTTP status. Any other 4xx status concerns only the one text. */
export function problemOfStatus(status: number, answer: string): MachineTranslationProblem {
  // Google answers 400 for an unknown API key.
  if (status === 400 && answer.includes('"API_KEY_INVALID"')) return "key";
  return problemsThatPause[status] ?? (status >= 400 && status < 500 ? "refused" : "broken");
}
