import { expect, test } from "vitest";
import {
  type MemberStatusOrNone,
  type MembershipTransition,
  membershipTransitions,
} from "./project-membership.ts";

const nameByActor = { self: "the person", host: "a host", admin: "an admin", system: "the server" } as const;
const audienceNames = { person: "the person", hosts: "hosts", joined: "everybody who has joined" } as const;
const memberSteps = Object.entries<MembershipTransition>(membershipTransitions);
const formatDiagramNode = (state: MemberStatusOrNone) => (state === "NONE" ? "[*]" : state);

/**
 * Draws every step of a project membership as an arrow of a diagram. Steps between the same two states share one arrow.
 */
function drawDiagram(): string {
  const stepsByArrow = new Map<string, string[]>();
  for (const [event, { actor, from, to }] of memberSteps) {
    for (const state of from) {
      const diagramArrow = `${formatDiagramNode(state)} --> ${formatDiagramNode(to)}`;
      stepsByArrow.set(diagramArrow, [
        ...(stepsByArrow.get(diagramArrow) ?? []),
        `${event} (${nameByActor[actor]})`,
      ]);
    }
  }
  return [...stepsByArrow]
    .map(([diagramArrow, steps]) => `    ${diagramArrow}: ${steps.join(", ")}`)
    .join("\n");
}

/** Lists who is notified of each step of a project membership. */
function describeNotices(): string {
  return memberSteps
    .flatMap(([event, { notifies }]) =>
      notifies.map(({ to, type }) => {
        const stepNoticeTypes = typeof type === "string" ? [type] : [...new Set(Object.values(type))];
        return `- ${event} tells ${audienceNames[to]}: ${stepNoticeTypes.map((name) => `\`${name}\``).join(", ")}`;
      }),
    )
    .join("\n");
}

test("The drawing in docs/membership.md shows the table", async () => {
  await expect(`# A person's way through a project

Drawn from \`membershipTransitions\` in \`packages/contract/src/project-membership.ts\` by the test beside it. After a change
of the table, \`vitest run --project unit packages/contract/src/project-membership-diagram.test.ts -u\` draws it anew.

The round node stands for a person without a part in the project. \`run\` starts the project and is a step of everybody
who has joined. \`alreadyRuns\` follows at once when somebody joins a project that runs.

\`\`\`mermaid
stateDiagram-v2
${drawDiagram()}
\`\`\`

Whoever takes a step gets no notification, and nobody gets two of one step. Where several types stand, the person's role
decides: developer, translator, BrSE.

${describeNotices()}
`).toMatchFileSnapshot("../../../docs/membership.md");
});
