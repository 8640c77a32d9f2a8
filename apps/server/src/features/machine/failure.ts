import type { Language } from "@kakehashi/contract/languages";
import type { MachineTranslationProblem } from "@kakehashi/contract/machine";

export interface FillTranslationsResult {
  /** Failures of the provider that may pass, so that another attempt is worthwhile. */
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
 * Thrown when the provider did not translate a text. Admins read the message of this error, so it contains no part of
 * the text.
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
  // For an unknown API key, Google answers with status 400 and not with 401 or 403.
  if (status === 400 && answer.includes('"API_KEY_INVALID"')) return "key";
  return problemsThatPause[status] ?? (status >= 400 && status < 500 ? "refused" : "broken");
}
