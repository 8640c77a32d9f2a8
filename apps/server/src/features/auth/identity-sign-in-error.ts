import type { IdentitySignInProblem } from "@kakehashi/contract/identities";

/** A failed sign-in by an external identity. It contains the reason, and the page that the person wanted to open. */
export class IdentitySignInError extends Error {
  readonly problem: IdentitySignInProblem;
  readonly nextPath: string;
  /** True if a signed-in person wanted to link an external identity to their account. */
  readonly isLinking: boolean;
  constructor(problem: IdentitySignInProblem, nextPath = "/home", isLinking = false) {
    super(problem);
    this.problem = problem;
    this.nextPath = nextPath;
    this.isLinking = isLinking;
  }
}
