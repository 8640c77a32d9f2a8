import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const app = join(import.meta.dirname, "../..");

/** A failure in the place of what is shown, asked of nothing but the failure. */
const givesUp = /(?:if \(error\) return|[{:] ?error \? \()\s*<FailedState/;
/** Asked within what is drawn while there is no data. */
const asksBefore = ["routes/workspace/person.tsx"];

test("no page gives up what it shows, and what is typed in it, where reading it anew fails", () => {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".tsx"),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((path) => givesUp.test(readFileSync(join(app, path), "utf8")));
  expect(found).toEqual(asksBefore);
});
