import type { NotificationType } from "@kakehashi/contract/notifications";
import {
  hasJoined,
  type MemberStatusOrNone,
  type MembershipStepName,
  memberStatuses,
  membershipStepNames,
  membershipTransitions,
} from "@kakehashi/contract/project-membership";
import { runProject } from "@kakehashi/contract/projects";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createMembershipDatabaseAccess,
  createProjectWithTeam,
  rejectionReason,
  takeMembershipStep,
} from "../../test/membership.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles } from "../../test/projects.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";
import { isMailed } from "../notifications/digest-sentences.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, minh, linh, kenji, emma } = testPeople;
const haruto = await addSignedInPerson(server, {
  email: "h@x.example",
  name: "H",
  role: "company",
  language: "ja",
});
const { setState, stateOf, roomsOf, stepsOf, noticesOf } = createMembershipDatabaseAccess(server);
/** The people who join projects in these tests, by their role. */
const peopleByRole = { dev: an, comtor: linh, brse: kenji } as const;
type JoiningRole = keyof typeof peopleByRole;
const joiningRoles = Object.keys(peopleByRole) as JoiningRole[];

beforeAll(() => addAcceptedProfiles(server, aiko, an, minh, linh, kenji, haruto));

// Creates a project with the hosts Aiko and Haruto and the member Minh. Aiko takes the steps of hosts, Emma those of
// admins.
const startProject = () => createProjectWithTeam(server, { host: aiko, secondHost: haruto, member: minh });
const choosePersonTakingStep = (event: MembershipStepName) =>
  membershipTransitions[event].actor === "host" ? aiko : emma;

type NoticeList = readonly (readonly [to: "person" | "aiko" | "haruto" | "minh", type: NotificationType])[];
interface ExpectedOutcome {
  readonly to: MemberStatusOrNone;
  readonly notices: NoticeList | Readonly<Record<JoiningRole, NoticeList>>;
}
const noticesForHosts = (type: NotificationType): NoticeList => [
  ["aiko", type],
  ["haruto", type],
];

/**
 * The expected result of each membership step. It is written by hand from the rules in the documentation, because the
 * table `membershipTransitions` is what these tests check.
 */
const expectedByEvent: Readonly<Record<MembershipStepName, ExpectedOutcome>> = {
  invite: {
    to: "WAITING_CONFIRM_INVITE",
    notices: {
      dev: [["person", "INVITE_DEVELOPER"]],
      comtor: [["person", "INVITE_JOIN_PROJECT"]],
      brse: [["person", "INVITE_JOIN_PROJECT"]],
    },
  },
  withdraw: { to: "NONE", notices: [] },
  agree: { to: "AGREED_INVITE", notices: [...noticesForHosts("AGREED_INVITE"), ["minh", "JOIN_PROJECT"]] },
  refuse: { to: "REFUSED_INVITE", notices: noticesForHosts("REFUSE_INVITE") },
  apply: {
    to: "WAITING",
    notices: {
      dev: noticesForHosts("DEVELOPER_JOIN_PROJECT"),
      comtor: noticesForHosts("COMMUNICATOR_APPLY_PROJECT"),
      brse: noticesForHosts("BRIDGE_SYSTEM_ENGINEER_APPLY_PROJECT"),
    },
  },
  cancel: {
    to: "CANCELED_APPLY",
    notices: {
      dev: noticesForHosts("DEVELOPER_CANCEL_JOIN_PROJECT"),
      comtor: noticesForHosts("COMMUNICATOR_CANCEL_APPLY_PROJECT"),
      brse: noticesForHosts("BRIDGE_SYSTEM_ENGINEER_CANCEL_APPLY_PROJECT"),
    },
  },
  accept: { to: "WAITING_ACCEPT_APPLY", notices: [["person", "ACCEPT_JOIN_PROJECT"]] },
  reject: { to: "REFUSED_APPLY", notices: [["person", "REJECT_JOIN_PROJECT"]] },
  confirm: { to: "ACCEPTED_APPLY", notices: [...noticesForHosts("JOIN_PROJECT"), ["minh", "JOIN_PROJECT"]] },
  remove: { to: "NONE", notices: [] },
  leave: { to: "NONE", notices: [] },
  host: {
    to: "ACTIVE",
    notices: [
      ...noticesForHosts("HOST_JOIN_PROJECT"),
      ["minh", "HOST_JOIN_PROJECT"],
      ["person", "HOST_JOIN_PROJECT"],
    ],
  },
};

const memberStates: MemberStatusOrNone[] = ["NONE", ...memberStatuses];
const membershipCases = membershipStepNames.flatMap((event) =>
  memberStates.map((state) => ({ event, state })),
);
type MembershipCase = (typeof membershipCases)[number];
const isAllowedStep = ({ event, state }: MembershipCase) =>
  (membershipTransitions[event].from as readonly MemberStatusOrNone[]).includes(state);
/**
 * Whether the server treats the step as another one. If a person who has applied is invited, the invitation accepts the
 * application. If a person who is invited applies, the application agrees to the invitation.
 */
const isTreatedAsOtherStep = ({ event, state }: MembershipCase) =>
  (event === "invite" && state === "WAITING") || (event === "apply" && state === "WAITING_CONFIRM_INVITE");

/**
 * Returns who must be in each of the project's three rooms. `isJoinedMember` is true if `person` has joined the
 * project.
 */
function computeExpectedRoomMembers(
  person: TestPerson,
  role: JoiningRole,
  { isJoinedMember, isHost }: { isJoinedMember: boolean; isHost: boolean },
) {
  const idsOfMembers = (...members: (TestPerson | false)[]) =>
    members.flatMap((member) => (member ? [member.id] : [])).sort();
  return {
    team: idsOfMembers(aiko, haruto, minh, isJoinedMember && person),
    client: idsOfMembers(aiko, haruto, isJoinedMember && (isHost || role !== "dev") && person),
    support: idsOfMembers(aiko, haruto, emma, isJoinedMember && isHost && person),
  };
}

/**
 * Returns the notifications that a step must cause, as sorted sentences. Each sentence names `actor`. `stepTaker`, the
 * person who takes the step, gets no notification.
 */
function computeExpectedNotices(
  notices: NoticeList,
  person: TestPerson,
  { stepTaker, actor }: { stepTaker: TestPerson; actor: TestPerson },
) {
  const recipients = { person, aiko, haruto, minh };
  return notices
    .filter(([to]) => recipients[to] !== stepTaker)
    .map(([to, type]) => `${recipients[to].name}: ${type} of ${actor.name}`)
    .sort();
}
const findPersonName = (id: string) =>
  [aiko, an, minh, linh, kenji, emma, haruto].find((person) => person.id === id)?.name;
const listNoticesInProject = async (projectId: string) =>
  (await noticesOf(projectId))
    .map(
      ({ user_id, actor_id, type }) => `${findPersonName(user_id)}: ${type} of ${findPersonName(actor_id)}`,
    )
    .sort();

test("There are 27 legal steps", () => {
  expect(membershipCases.filter(isAllowedStep)).toHaveLength(27);
});

const allowedCases = membershipCases
  .filter(isAllowedStep)
  .flatMap((membershipCase) => joiningRoles.map((role) => ({ ...membershipCase, role })));
describe("A legal step changes the part, the log, the notifications and the rooms", () => {
  test.each(allowedCases)("$event from $state, by or for a $role", async ({ event, state, role }) => {
    const person = peopleByRole[role];
    const id = await startProject();
    await setState(id, person, state, { role });
    const { status, error } = await takeMembershipStep(event, id, person, choosePersonTakingStep(event));
    expect([status, error]).toEqual([200, undefined]);
    const { to, notices } = expectedByEvent[event];
    expect(await stateOf(id, person)).toBe(to);
    const stepTaker = membershipTransitions[event].actor === "self" ? person : choosePersonTakingStep(event);
    expect(await stepsOf(id)).toEqual([
      {
        actor_id: stepTaker.id,
        action: `member.${event}`,
        details: {
          user_id: person.id,
          from: state,
          to,
          ...(event === "reject" && { reason: rejectionReason }),
        },
      },
    ]);
    // The notification of a new host names the host as actor, not the admin who added them.
    const actor = event === "host" ? person : stepTaker;
    const noticesOfRole = "dev" in notices ? notices[role] : notices;
    expect(await listNoticesInProject(id)).toEqual(
      computeExpectedNotices(noticesOfRole, person, { stepTaker, actor }),
    );
    const isJoinedMember = to !== "NONE" && hasJoined(to);
    expect(await roomsOf(id)).toEqual(
      computeExpectedRoomMembers(person, role, { isJoinedMember, isHost: event === "host" }),
    );
  });
});

describe("A step that meets another one is that one", () => {
  test.each(joiningRoles)("inviting an applicant accepts them (%s)", async (role) => {
    const person = peopleByRole[role];
    const id = await startProject();
    await setState(id, person, "WAITING", { role });
    expect((await takeMembershipStep("invite", id, person, aiko)).status).toBe(200);
    expect(await stateOf(id, person)).toBe("WAITING_ACCEPT_APPLY");
    const details = { user_id: person.id, from: "WAITING", to: "WAITING_ACCEPT_APPLY" };
    expect(await stepsOf(id)).toEqual([{ actor_id: aiko.id, action: "member.accept", details }]);
    expect(await listNoticesInProject(id)).toEqual([`${person.name}: ACCEPT_JOIN_PROJECT of ${aiko.name}`]);
    expect(await roomsOf(id)).toEqual(
      computeExpectedRoomMembers(person, role, { isJoinedMember: false, isHost: false }),
    );
  });

  test.each(joiningRoles)("the application of an invited person agrees (%s)", async (role) => {
    const person = peopleByRole[role];
    const id = await startProject();
    await setState(id, person, "WAITING_CONFIRM_INVITE", { role });
    expect((await takeMembershipStep("apply", id, person, aiko)).status).toBe(200);
    expect(await stateOf(id, person)).toBe("AGREED_INVITE");
    const details = { user_id: person.id, from: "WAITING_CONFIRM_INVITE", to: "AGREED_INVITE" };
    expect(await stepsOf(id)).toEqual([{ actor_id: person.id, action: "member.agree", details }]);
    const notices = expectedByEvent.agree.notices as NoticeList;
    expect(await listNoticesInProject(id)).toEqual(
      computeExpectedNotices(notices, person, { stepTaker: person, actor: person }),
    );
    expect(await roomsOf(id)).toEqual(
      computeExpectedRoomMembers(person, role, { isJoinedMember: true, isHost: false }),
    );
  });
});

describe("A step of a host or an admin is refused to anybody else, and leaves no trace", () => {
  const casesNeedingRights = membershipCases.filter(
    (cell) => isAllowedStep(cell) && membershipTransitions[cell.event].actor !== "self",
  );
  // Minh has joined the project but is no host. Aiko is a host but no admin.
  test.each(casesNeedingRights)("$event from $state", async ({ event, state }) => {
    const id = await startProject();
    await setState(id, linh, state, { role: "comtor" });
    const rooms = await roomsOf(id);
    for (const unauthorizedPerson of membershipTransitions[event].actor === "admin"
      ? [minh, aiko]
      : [minh, kenji]) {
      const { status, error } = await takeMembershipStep(event, id, linh, unauthorizedPerson);
      expect([status, error?.code]).toEqual([403, "ERR.FORBIDDEN"]);
    }
    expect(await stateOf(id, linh)).toBe(state);
    expect([await stepsOf(id), await noticesOf(id)]).toEqual([[], []]);
    expect(await roomsOf(id)).toEqual(rooms);
  });
});

test("Each notification of a step is also mailed if nobody reads it", () => {
  const types = membershipStepNames.flatMap((event) =>
    membershipTransitions[event].notifies.flatMap(({ type }) =>
      typeof type === "string" ? [type] : Object.values(type),
    ),
  );
  expect(new Set(types).size).toBeGreaterThan(10);
  expect(types.filter((type) => !isMailed(type))).toEqual([]);
});

describe("An illegal step leaves no trace", () => {
  const refusedCases = membershipCases.filter((cell) => !isAllowedStep(cell) && !isTreatedAsOtherStep(cell));
  test.each(refusedCases)("$event from $state", async ({ event, state }) => {
    const id = await startProject();
    await setState(id, linh, state, { role: "comtor" });
    const rooms = await roomsOf(id);
    const { status, error } = await takeMembershipStep(event, id, linh, choosePersonTakingStep(event));
    expect([status, error?.code]).toEqual([409, "PROJECT.STEP"]);
    expect(await stateOf(id, linh)).toBe(state);
    expect([await stepsOf(id), await noticesOf(id)]).toEqual([[], []]);
    expect(await roomsOf(id)).toEqual(rooms);
  });
});

describe("Starting the project", () => {
  const stateAfter: Partial<Record<MemberStatusOrNone, MemberStatusOrNone>> = {
    AGREED_INVITE: "ACTIVE",
    ACCEPTED_APPLY: "ACTIVE",
  };
  test.each(memberStates.map((state) => ({ state, to: stateAfter[state] ?? state })))(
    "leads from $state to $to",
    async ({ state, to }) => {
      const id = await startProject();
      await setState(id, linh, state, { role: "comtor" });
      const rooms = await roomsOf(id);
      expect((await haruto.call(runProject, { params: { id } })).status).toBe(200);
      expect([await stateOf(id, linh), await stateOf(id, minh)]).toEqual([to, "ACTIVE"]);
      const notifiedPeople = [aiko, minh, ...(to === "ACTIVE" ? [linh] : [])];
      expect(await listNoticesInProject(id)).toEqual(
        notifiedPeople.map(({ name }) => `${name}: MARK_RUN_PROJECT of ${haruto.name}`).sort(),
      );
      expect(await roomsOf(id)).toEqual(rooms);
      expect((await stepsOf(id)).map(({ action }) => action)).toEqual(["project.run"]);
    },
  );

  test.each([
    ["agree", "WAITING_CONFIRM_INVITE"],
    ["confirm", "WAITING_ACCEPT_APPLY"],
  ] as const)("makes later members active at once: %s from %s", async (event, state) => {
    const id = await startProject();
    await aiko.call(runProject, { params: { id } });
    await setState(id, linh, state, { role: "comtor" });
    expect((await takeMembershipStep(event, id, linh, aiko)).status).toBe(200);
    expect(await stateOf(id, linh)).toBe("ACTIVE");
    expect((await stepsOf(id)).at(-1)?.details).toEqual({ user_id: linh.id, from: state, to: "ACTIVE" });
    expect(await roomsOf(id)).toEqual(
      computeExpectedRoomMembers(linh, "comtor", { isJoinedMember: true, isHost: false }),
    );
  });
});
