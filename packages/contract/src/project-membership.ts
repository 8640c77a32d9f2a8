import { z } from "zod";
import type { NotificationType } from "./notifications.ts";
import type { Role } from "./users.ts";

/** The statuses of a person's membership in a project (docs/rules.md). */
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

/**
 * The statuses of people who have joined a project. They belong to its team and are in the team's conversation. Its
 * other conversations have only some of them.
 */
export const joinedStatuses = [
  "ACTIVE",
  "ACCEPTED_APPLY",
  "AGREED_INVITE",
] as const satisfies readonly MemberStatus[];

export const hasJoined = (status: MemberStatus | null): boolean =>
  joinedStatuses.some((joinedStatus) => joinedStatus === status);

/** The statuses of people who have applied to a project and may still cancel the application. */
export const applyingStatuses = [
  "WAITING",
  "WAITING_ACCEPT_APPLY",
] as const satisfies readonly MemberStatus[];

/** The roles that may apply to a project and be invited to it. */
export const joiningRoles = ["dev", "comtor", "brse"] as const satisfies readonly Role[];
export const canJoinProjects = (role: Role): boolean =>
  joiningRoles.some((joiningRole) => joiningRole === role);

/** A person's state in a project: a status, or `NONE` for a person who is not (or no longer) a member. */
export type MemberStatusOrNone = MemberStatus | "NONE";

/**
 * Who takes a step of a project membership: the person, a host, or an admin. `system`: the server takes the step as a
 * consequence of another step.
 */
export type MembershipStepActor = "self" | "host" | "admin" | "system";

/**
 * One notification of a membership step. It goes to the person whose membership changes, to the hosts, or to
 * everybody who has joined.
 */
export interface MembershipStepNotification {
  readonly to: "person" | "hosts" | "joined";
  /**
   * The type of the notification about a membership step. Some types depend on the role of the person whose membership
   * changes.
   */
  readonly type: NotificationType | Readonly<Record<(typeof joiningRoles)[number], NotificationType>>;
}

export interface MembershipTransition {
  readonly actor: MembershipStepActor;
  readonly from: readonly MemberStatusOrNone[];
  readonly to: MemberStatusOrNone;
  /**
   * Who gets which notification about a membership step. The person who takes the step gets none. If several entries
   * include the same person, the person gets only the first of these notifications.
   */
  readonly notifies: readonly MembershipStepNotification[];
}

const createNoticeToPerson = (type: MembershipStepNotification["type"]) => ({ to: "person", type }) as const;
const createNoticeToHosts = (type: MembershipStepNotification["type"]) => ({ to: "hosts", type }) as const;
const createNoticeToJoined = (type: MembershipStepNotification["type"]) => ({ to: "joined", type }) as const;

/** The statuses of people whose membership ended before they joined. They cannot see a closed project. */
export const endedBeforeJoiningStatuses = [
  "CANCELED_APPLY",
  "REFUSED_INVITE",
  "REFUSED_APPLY",
] as const satisfies readonly MemberStatus[];

/** The states in which a person may apply to a project or be invited to it, for the first time or again. */
const statesBeforeJoining = ["NONE", ...endedBeforeJoiningStatuses] as const;
/** The statuses of people who have joined a project that has not started yet. */
const joinedBeforeStartStatuses = ["AGREED_INVITE", "ACCEPTED_APPLY"] as const;

/**
 * Maximum number of times per day that one person may apply to one project or be invited to it. Otherwise a person who
 * applies and cancels again and again would flood the hosts with notifications.
 */
export const dailyJoinAttemptsPerProject = 20;

/**
 * Every legal step of a project membership, and who is notified. Other steps are refused with 409. The file is long
 * because the table and the functions that read it are one state machine.
 */
export const membershipTransitions = {
  invite: {
    actor: "host",
    from: statesBeforeJoining,
    to: "WAITING_CONFIRM_INVITE",
    notifies: [
      createNoticeToPerson({
        dev: "INVITE_DEVELOPER",
        comtor: "INVITE_JOIN_PROJECT",
        brse: "INVITE_JOIN_PROJECT",
      }),
    ],
  },
  withdraw: { actor: "host", from: ["WAITING_CONFIRM_INVITE"], to: "NONE", notifies: [] },
  agree: {
    actor: "self",
    from: ["WAITING_CONFIRM_INVITE"],
    to: "AGREED_INVITE",
    notifies: [createNoticeToHosts("AGREED_INVITE"), createNoticeToJoined("JOIN_PROJECT")],
  },
  refuse: {
    actor: "self",
    from: ["WAITING_CONFIRM_INVITE"],
    to: "REFUSED_INVITE",
    notifies: [createNoticeToHosts("REFUSE_INVITE")],
  },
  apply: {
    actor: "self",
    from: statesBeforeJoining,
    to: "WAITING",
    notifies: [
      createNoticeToHosts({
        dev: "DEVELOPER_JOIN_PROJECT",
        comtor: "COMMUNICATOR_APPLY_PROJECT",
        brse: "BRIDGE_SYSTEM_ENGINEER_APPLY_PROJECT",
      }),
    ],
  },
  cancel: {
    actor: "self",
    from: applyingStatuses,
    to: "CANCELED_APPLY",
    notifies: [
      createNoticeToHosts({
        dev: "DEVELOPER_CANCEL_JOIN_PROJECT",
        comtor: "COMMUNICATOR_CANCEL_APPLY_PROJECT",
        brse: "BRIDGE_SYSTEM_ENGINEER_CANCEL_APPLY_PROJECT",
      }),
    ],
  },
  accept: {
    actor: "host",
    from: ["WAITING"],
    to: "WAITING_ACCEPT_APPLY",
    notifies: [createNoticeToPerson("ACCEPT_JOIN_PROJECT")],
  },
  reject: {
    actor: "host",
    from: applyingStatuses,
    to: "REFUSED_APPLY",
    notifies: [createNoticeToPerson("REJECT_JOIN_PROJECT")],
  },
  confirm: {
    actor: "self",
    from: ["WAITING_ACCEPT_APPLY"],
    to: "ACCEPTED_APPLY",
    notifies: [createNoticeToJoined("JOIN_PROJECT")],
  },
  /** Every person who has joined takes this step when the host starts the project. */
  run: {
    actor: "host",
    from: joinedBeforeStartStatuses,
    to: "ACTIVE",
    notifies: [createNoticeToJoined("MARK_RUN_PROJECT")],
  },
  /** The additional step that the server takes when somebody joins a project that has already started. */
  alreadyRuns: { actor: "system", from: joinedBeforeStartStatuses, to: "ACTIVE", notifies: [] },
  remove: { actor: "host", from: joinedStatuses, to: "NONE", notifies: [] },
  leave: { actor: "self", from: joinedStatuses, to: "NONE", notifies: [] },
  host: {
    actor: "admin",
    from: statesBeforeJoining,
    to: "ACTIVE",
    notifies: [createNoticeToJoined("HOST_JOIN_PROJECT")],
  },
} as const satisfies Readonly<Record<string, MembershipTransition>>;
/**
 * The names of the membership steps that concern one person and have an endpoint of their own. The others are `run`,
 * which changes all members at once, and `alreadyRuns`, which the server takes by itself.
 */
export type MembershipStepName = Exclude<keyof typeof membershipTransitions, "run" | "alreadyRuns">;
export const membershipStepNames = Object.keys(membershipTransitions).filter(
  (event): event is MembershipStepName => event !== "run" && event !== "alreadyRuns",
);

/**
 * Returns the notification type of a membership step. The type may depend on `role`, the role of the person whose
 * membership changes.
 */
export function chooseStepNotificationType(
  { type }: MembershipStepNotification,
  role: Role | undefined,
): NotificationType {
  if (typeof type === "string") return type;
  // An admin may have changed the person's role since the application. If the new role has no notification type of its
  // own, the type for developers is used.
  return role === "comtor" || role === "brse" ? type[role] : type.dev;
}

export const canTakeMembershipStep = (stepName: MembershipStepName, state: MemberStatusOrNone): boolean =>
  (membershipTransitions[stepName].from as readonly MemberStatusOrNone[]).includes(state);

/**
 * Returns the membership step that a call causes. Inviting somebody who has applied accepts the application. Applying
 * although one is invited accepts the invitation.
 */
export function findEffectiveMembershipStep(
  stepName: MembershipStepName,
  state: MemberStatusOrNone,
): MembershipStepName {
  if (stepName === "invite" && state === "WAITING") return "accept";
  if (stepName === "apply" && state === "WAITING_CONFIRM_INVITE") return "agree";
  return stepName;
}

/** Returns the membership status after a step. If the project already runs, also applies `alreadyRuns`. */
export function computeMemberStatusAfterStep(
  stepName: MembershipStepName,
  project: { readonly running: boolean },
): MemberStatusOrNone {
  const { to } = membershipTransitions[stepName];
  const { from, to: activeState } = membershipTransitions.alreadyRuns;
  return project.running && (from as readonly MemberStatusOrNone[]).includes(to) ? activeState : to;
}

/** The membership steps that lead towards joining. The pages offer refusing, cancelling and leaving as alternatives. */
const forwardSteps = [
  "agree",
  "confirm",
  "accept",
  "apply",
  "invite",
] as const satisfies readonly MembershipStepName[];

/**
 * Returns the membership step towards joining that `actor` may take next. Null: there is none, because somebody else
 * must act or the person has joined already.
 */
export function findNextMembershipStep(
  actor: MembershipStepActor,
  state: MemberStatusOrNone,
): (typeof forwardSteps)[number] | null {
  return (
    forwardSteps.find(
      (event) => membershipTransitions[event].actor === actor && canTakeMembershipStep(event, state),
    ) ?? null
  );
}
