import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const appDirectory = join(import.meta.dirname, "..", "..");

/** The names of variables and fields that contain a person. */
const personWords = "actor|agent|author|by|chosen|edited_by|host|inviter|member|partner|person|user";
const oneNamePattern = new RegExp(`\\b(?:${personWords})\\??\\.name\\b`);
/** A picture shows only one form of the name, because the name beside the picture shows both. */
const picturePattern = /\bname=\{[^}]*\}/g;
/** The label of a control may contain one form of the name, because the row of the control shows both. */
const labelPattern = /\b(?:aria-label|label)=\{.*\}/;

/** Files in which one form of a name is enough, each with the reason. */
const reasonByAllowedPath: Readonly<Record<string, string>> = {
  "features/bots/people.tsx": "toasts about a row that shows both forms",
  "features/conversations/invitation-page.tsx": "the invitation tells one name",
  "features/conversations/member-row.tsx": "a question about a row that shows both forms",
  "features/channels/link-dialog.tsx": "somebody outside, who has one form",
  "features/conversations/name.ts": "the room's name; ConversationLabel shows the other form",
  "features/conversations/person-card.tsx": "the other form is in a line of its own",
  "features/conversations/room-machine.tsx": "the partner of the room, whose header shows both forms",
  "features/messages/composer/completion.ts": "what is typed in a mention",
  "features/messages/composer/use-completion.ts": "what is typed in a mention; the list shows the other form",
  "features/messages/conversation-view.tsx": "the partner of the room, whose header shows both forms",
  "features/messages/desktop-notices.ts": "the other form comes first",
  "features/messages/row/row-head.tsx": "the other form follows",
  "features/messages/state/lines.ts": "the line adds the other form",
  "features/notifications/sentence.ts": "the other form follows",
  "features/profiles/name-in-other-script.tsx": "shows both forms",
  "features/projects/home-blocks.tsx": "the other form follows",
  "features/projects/member-groups.tsx": "a question about a row that shows both forms",
  "features/projects/member-row.tsx": "a question about a row that shows both forms",
  "features/search/candidates.tsx": "the list shows the other form",
  "features/teams/team-activity.tsx": "the other form follows",
};

const sourcePaths = readdirSync(appDirectory, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."));

const findLinesWithOneName = (path: string) =>
  readFileSync(join(appDirectory, path), "utf8")
    .split("\n")
    .filter((line) => !line.includes("csvText"))
    .filter((line) => oneNamePattern.test(line.replace(picturePattern, "").replace(labelPattern, "")));

test("a person is named in the reader's script, by PersonName or useNameInLine", () => {
  const violations = sourcePaths.flatMap((path) =>
    path in reasonByAllowedPath ? [] : findLinesWithOneName(path).map((line) => `${path}: ${line.trim()}`),
  );
  expect(violations).toEqual([]);
});

test("every place that is allowed to show one form still does", () => {
  expect(Object.keys(reasonByAllowedPath).filter((path) => findLinesWithOneName(path).length === 0)).toEqual(
    [],
  );
});
