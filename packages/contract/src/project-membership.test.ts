import { describe, expect, test } from "vitest";
import {
  canTakeMembershipStep,
  computeMemberStatusAfterStep,
  findEffectiveMembershipStep,
  findNextMembershipStep,
  hasJoined,
  type MemberStatusOrNone,
  memberStatuses,
  membershipStepNames,
  membershipTransitions,
} from "./project-membership.ts";

const memberStates: MemberStatusOrNone[] = ["NONE", ...memberStatuses];

test.each([
  ["self", "NONE", "apply"],
  ["self", "WAITING", null],
  ["self", "WAITING_CONFIRM_INVITE", "agree"],
  ["self", "WAITING_ACCEPT_APPLY", "confirm"],
  ["self", "ACTIVE", null],
  ["self", "CANCELED_APPLY", "apply"],
  ["host", "NONE", "invite"],
  ["host", "WAITING", "accept"],
  ["host", "WAITING_CONFIRM_INVITE", null],
  ["host", "REFUSED_APPLY", "invite"],
] as const)("The next step of %s in state %s is %s", (actor, state, step) => {
  expect(findNextMembershipStep(actor, state)).toBe(step);
});

test("Each next step is legal, and is the actor's own", () => {
  for (const actor of ["self", "host", "admin"] as const)
    for (const state of memberStates) {
      const step = findNextMembershipStep(actor, state);
      if (step)
        expect([canTakeMembershipStep(step, state), membershipTransitions[step].actor]).toEqual([
          true,
          actor,
        ]);
    }
});

test("Whoever has joined a project that does not run becomes active when it starts, and at once if it runs", () => {
  const waitingStatuses = memberStatuses.filter((status) => hasJoined(status) && status !== "ACTIVE");
  for (const event of ["run", "alreadyRuns"] as const) {
    expect([...membershipTransitions[event].from].sort()).toEqual(waitingStatuses.sort());
    expect(membershipTransitions[event].to).toBe("ACTIVE");
  }
});

test("An invitation of an applicant accepts them, and an application of an invited person agrees", () => {
  expect(findEffectiveMembershipStep("invite", "WAITING")).toBe("accept");
  expect(findEffectiveMembershipStep("apply", "WAITING_CONFIRM_INVITE")).toBe("agree");
  expect(findEffectiveMembershipStep("apply", "NONE")).toBe("apply");
});

describe("A project that runs", () => {
  test("makes whoever joins active at once, and changes no other step", () => {
    for (const event of membershipStepNames) {
      const { to } = membershipTransitions[event];
      const expected = to !== "NONE" && hasJoined(to) ? "ACTIVE" : to;
      expect(computeMemberStatusAfterStep(event, { running: true })).toBe(expected);
      expect(computeMemberStatusAfterStep(event, { running: false })).toBe(to);
    }
  });
});
