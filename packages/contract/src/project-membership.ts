import { z } from "zod";
import type { Role } from "./users.ts";

/** A person's part in a project (docs/rules.md). */
export const memberStatuses = [
  "WAITING",
  "WAITING_CONFIRM_INVITE",
  "WAITING_ACCEPT_APPLY",
  "ACTIVE",
  "ACCEPTED_APPLY",
  "AGREED_INVITE",
  "CANCELED_APPLY",
  "REFUSED_INVITE",
  "REFUSED_APPLY",
] as const;
export const memberStatusSchema = z.enum(memberStatuses).meta({ id: "MemberStatus" });
export type MemberStatus = z.infer<typeof memberStatusSchema>;

/** With these a person belongs to the team and is in the project's conversations. */
export const joinedStatuses = [
  "ACTIVE",
  "ACCEPTED_APPLY",
  "AGREED_INVITE",
] as const satisfies readonly MemberStatus[];

export const hasJoined = (status: MemberStatus | null): boolean =>
  joinedStatuses.some((joined) => joined === status);

/** `NONE`: the person has no part in the project, or none any longer. */
export type MemberState = MemberStatus | "NONE";

/** Who takes a step: the person themself, a host, or an admin. */
export type MemberActor = "self" | "host" | "admin";

export interface MemberStep {
  readonly actor: MemberActor;
  readonly from: readonly MemberState[];
  readonly to: MemberState;
}

/** States from which a person may be asked, or ask, again. */
const outsideStates = ["NONE", "CANCELED_APPLY", "REFUSED_INVITE", "REFUSED_APPLY"] as const;

/** Every legal step of a person's part in a project. Any other step is refused with 409. */
export const membership = {
  invite: { actor: "host", from: outsideStates, to: "WAITING_CONFIRM_INVITE" },
  withdraw: { actor: "host", from: ["WAITING_CONFIRM_INVITE"], to: "NONE" },
  agree: { actor: "self", from: ["WAITING_CONFIRM_INVITE"], to: "AGREED_INVITE" },
  refuse: { actor: "self", from: ["WAITING_CONFIRM_INVITE"], to: "REFUSED_INVITE" },
  apply: { actor: "self", from: outsideStates, to: "WAITING" },
  cancel: { actor: "self", from: ["WAITING", "WAITING_ACCEPT_APPLY"], to: "CANCELED_APPLY" },
  accept: { actor: "host", from: ["WAITING"], to: "WAITING_ACCEPT_APPLY" },
  reject: { actor: "host", from: ["WAITING", "WAITING_ACCEPT_APPLY"], to: "REFUSED_APPLY" },
  confirm: { actor: "self", from: ["WAITING_ACCEPT_APPLY"], to: "ACCEPTED_APPLY" },
  remove: { actor: "host", from: joinedStatuses, to: "NONE" },
  leave: { actor: "self", from: joinedStatuses, to: "NONE" },
  host: { actor: "admin", from: outsideStates, to: "ACTIVE" },
} as const satisfies Readonly<Record<string, MemberStep>>;
export type MemberEvent = keyof typeof membership;
export const memberEvents = Object.keys(membership) as MemberEvent[];

export const canStep = (event: MemberEvent, state: MemberState): boolean =>
  (membership[event].from as readonly MemberState[]).includes(state);

/** An invitation of an applicant accepts them, and an application of an invited person agrees. */
export function effectiveEvent(event: MemberEvent, state: MemberState): MemberEvent {
  if (event === "invite" && state === "WAITING") return "accept";
  if (event === "apply" && state === "WAITING_CONFIRM_INVITE") return "agree";
  return event;
}

/** The status after a step. Who joins a project that runs already is active at once. */
export function statusAfter(event: MemberEvent, project: { readonly running: boolean }): MemberState {
  const { to } = membership[event];
  return project.running && (to === "AGREED_INVITE" || to === "ACCEPTED_APPLY") ? "ACTIVE" : to;
}

/** The steps that bring a project forward. Refusing, cancelling and leaving are offered beside them. */
const forward = ["agree", "confirm", "accept", "apply", "invite"] as const satisfies readonly MemberEvent[];

/** The one step that the reader may take next. Null: it is somebody else's turn. */
export function nextStep(actor: MemberActor, state: MemberState): MemberEvent | null {
  return forward.find((event) => membership[event].actor === actor && canStep(event, state)) ?? null;
}

/** Who may apply to a project and be invited to it. */
export const joiningRoles = ["dev", "comtor", "brse"] as const satisfies readonly Role[];
export const canJoinProjects = (role: Role): boolean => joiningRoles.some((joining) => joining === role);
