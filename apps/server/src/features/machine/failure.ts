import type { Language } from "@kakehashi/contract/languages";
import type { MachineTranslationProblem } from "@kakehashi/contract/machine";

export interface FillTranslationsResult {
  /** Failures of the provider that may be temporary. Another attempt may succeed. */
  failures: MachineTranslationFailure[];
  /** The languages into which the text was not translated, because the monthly budget was too small. */
  languagesOverBudget: Language[];
}

/**
 * Kinds of failures of machine translation. `off`: the provider refuses every request, so requests pause. `passing`:
 * another attempt may succeed. `text`: this text can never be translated. `budget`: this month's maximum number of
 * characters for the provider is used up.
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
 * Thrown if the provider does not translate a text. The message of this error is shown to admins, so it must not
 * contain parts of the text.
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
 * HTTP statuses after which requests to the provider pause: not allowed, too many requests, quota used up (DeepL's
 * status 456), or out of service.
 */
const pausingProblemByStatus: Readonly<Record<number, MachineTranslationProblem>> = {
  401: "key",
  403: "key",
  429: "rate",
  456: "quota",
  503: "down",
};

/**
 * Returns the problem that an HTTP status and a response body show. An unknown 4xx status means that the provider
 * refuses only this text.
 */
export function problemOfStatus(status: number, responseBody: string): MachineTranslationProblem {
  // Google responds to an invalid API key with status 400, where other providers use 401 or 403.
  if (status === 400 && responseBody.includes('"API_KEY_INVALID"')) return "key";
  return pausingProblemByStatus[status] ?? (status >= 400 && status < 500 ? "refused" : "broken");
}
