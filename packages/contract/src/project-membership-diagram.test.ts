import { expect, test } from "vitest";
import { type MemberState, memberEvents, membership } from "./project-membership.ts";

const names = { self: "the person", host: "a host", admin: "an admin" } as const;
const nodeOf = (state: MemberState) => (state === "NONE" ? "[*]" : state);

/** Every step of the table, those between the same two states on one arrow. */
function diagram(): string {
  const arrows = new Map<string, string[]>();
  for (const event of memberEvents) {
    const { actor, from, to } = membership[event];
    for (const state of from) {
      const arrow = `${nodeOf(state)} --> ${nodeOf(to)}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), `${event} (${names[actor]})`]);
    }
  }
  return [...arrows].map(([arrow, steps]) => `    ${arrow}: ${steps.join(", ")}`).join("\n");
}

test("The drawing in docs/membership.md shows the table", async () => {
  await expect(`# A person's way through a project

Drawn from \`membership\` in \`packages/contract/src/project-membership.ts\` by the test beside it. After a change of the
table, \`vitest run --project unit -u packages/contract/src/project-membership-diagram.test.ts\` draws it anew.

The round node stands for a person without a part in the project. If the project runs already, joining leads to
\`ACTIVE\` at once. Starting a project makes everybody who has joined \`ACTIVE\`.

\`\`\`mermaid
stateDiagram-v2
${diagram()}
\`\`\`
`).toMatchFileSnapshot("../../../docs/membership.md");
});
