import type { IdentityProblem } from "@kakehashi/contract/identities";

/** The sign-in failed: the reason, and the page that the person wanted. */
export class IdentityRefusal extends Error {
  readonly problem: IdentityProblem;
  readonly next: string;
  /** True if a signed-in person wanted to link their account. */
  readonly linking: boolean;
  constructor(problem: IdentityProblem, next = "/home", linking = false) {
    super(problem);
    this.problem = problem;
    this.next = next;
    this.linking = linking;
  }
}
