import type { MachineProblem } from "@kakehashi/contract/machine";

/**
 * `off`: the machine refuses all calls and is paused. `passing`: another attempt may succeed. `text`: this text can
 * never be translated. `budget`: the month's characters are used up.
 */
export type FailureKind = "off" | "passing" | "text" | "budget";

const kinds: Readonly<Record<MachineProblem, FailureKind>> = {
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

/** Why the machine did not translate. The message is for the admin and contains no part of the text. */
export class MachineFailure extends Error {
  readonly problem: MachineProblem;

  constructor(problem: MachineProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }

  get kind(): FailureKind {
    return kinds[this.problem];
  }
}

/** Not allowed, too many calls, quota used up (456 is DeepL's), or out of service. */
const offProblems: Readonly<Record<number, MachineProblem>> = {
  401: "key",
  403: "key",
  429: "rate",
  456: "quota",
  503: "down",
};

/** The problem that an HTTP status stands for. Any other 4xx is about the one text. */
export function problemOf(status: number, answer: string): MachineProblem {
  // Google answers 400 to an unknown key.
  if (status === 400 && answer.includes('"API_KEY_INVALID"')) return "key";
  return offProblems[status] ?? (status >= 400 && status < 500 ? "refused" : "broken");
}
