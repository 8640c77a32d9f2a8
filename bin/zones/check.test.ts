import { describe, expect, test } from "vitest";
import { checkImports } from "./check.ts";

const featureOrder = ["live", "auth", "messages", "threads"];
const zoneConfig = { featureDependencyOrder: { server: featureOrder, web: featureOrder } };

/** Checks an invented checkout that consists of these files. Returns the violations. */
function findViolations(files: Record<string, string>): string[] {
  return checkImports(new Map(Object.entries(files)), zoneConfig);
}

const serverFolder = "apps/server/src";
const webFolder = "apps/web/app";
const contractFolder = "packages/contract/src";

describe("allowed", () => {
  test.each([
    [`${contractFolder}/auth.ts`, "zod"],
    [`${contractFolder}/auth.ts`, "./kit/endpoint.ts"],
    [`${contractFolder}/auth.test.ts`, "vitest"],
    [`${serverFolder}/features/auth/service.ts`, "@kakehashi/contract/auth"],
    [`${webFolder}/routes/login.tsx`, "@kakehashi/contract/auth"],
    [`${serverFolder}/features/messages/service.ts`, "../auth/service.ts"],
    [`${serverFolder}/features/messages/service.ts`, "./store.ts"],
    [`${serverFolder}/features/messages/service.ts`, "../../kit/db/database.ts"],
    [`${serverFolder}/features/live/live.test.ts`, "../messages/store.ts"],
    [`${serverFolder}/features/live/live.test.ts`, "../../test/world.ts"],
    [`${serverFolder}/test/world.ts`, "../app.ts"],
    [`${serverFolder}/app.ts`, "./features/messages/routes.ts"],
    [`${webFolder}/features/messages/row/row.tsx`, "../../auth/session.ts"],
    [`${webFolder}/features/messages/row/row.tsx`, "../state/store.ts"],
    [`${webFolder}/features/messages/chat-pane.tsx`, "./list/list.tsx"],
    [`${webFolder}/features/threads/pane.tsx`, "../messages/door.ts"],
    [`${webFolder}/routes/chat.tsx`, "../features/messages/state/store.ts"],
    [`${webFolder}/features/messages/row.tsx`, "../../i18n/texts.ts"],
    [`${webFolder}/kit/page.ts`, "../i18n/texts.ts"],
    [`${webFolder}/routes/site/home.tsx`, "./+types/home.ts"],
    [`${webFolder}/routes/site/home.tsx`, "../../features/auth/page-guard.ts"],
    ["bench/main.ts", "../apps/server/src/app.ts"],
  ])("%s imports %s", (path, specifier) => {
    expect(findViolations({ [path]: `import { x } from "${specifier}";` })).toEqual([]);
  });
});

describe("refused", () => {
  test.each([
    [`${contractFolder}/auth.ts`, "node:crypto", "the contract imports zod alone"],
    [`${contractFolder}/auth.ts`, "zodiac", "the contract imports zod alone"],
    [
      `${contractFolder}/auth.ts`,
      "../../../apps/server/src/app.ts",
      "the contract knows neither server nor web",
    ],
    [
      `${contractFolder}/auth.test.ts`,
      "../../../apps/server/src/app.ts",
      "the contract knows neither server nor web",
    ],
    [`${serverFolder}/web.ts`, "../../web/app/root.tsx", "server and web never import each other"],
    [`${webFolder}/kit/call.test.ts`, "../../../server/src/app.ts", "web and server never import each other"],
    [`${serverFolder}/app.ts`, "../../../packages/contract/src/auth.ts", "by its name, @kakehashi/contract/"],
    [`${serverFolder}/app.ts`, "../../../bin/setup.js", "do not import from outside themselves"],
    [
      `${serverFolder}/kit/bus.ts`,
      "../features/live/service.ts",
      "kit knows neither features nor composition",
    ],
    [`${serverFolder}/kit/bus.ts`, "../config.ts", "kit knows neither features nor composition"],
    [
      `${webFolder}/i18n/texts.ts`,
      "../features/auth/page-guard.ts",
      "kit knows neither features nor composition",
    ],
    [`${serverFolder}/features/auth/routes.ts`, "../../app.ts", "not composition"],
    [`${serverFolder}/features/auth/service.ts`, "../messages/service.ts", '"auth" comes before "messages"'],
    [`${webFolder}/features/auth/page-guard.ts`, "../messages/row.tsx", '"auth" comes before "messages"'],
    [`${serverFolder}/features/messages/service.ts`, "../auth/store.ts", "only its service.ts"],
    [`${webFolder}/features/messages/row.tsx`, "../auth/parts/field.tsx", "only the files at its top"],
    [`${webFolder}/features/threads/pane.tsx`, "../messages/place-view.tsx", "only its door.ts"],
    [`${webFolder}/features/threads/pane.tsx`, "../messages/state/store.ts", "only its door.ts"],
    [`${webFolder}/features/messages/state/store.ts`, "../row/row.tsx", "stands above it"],
    [`${webFolder}/features/messages/list/list.tsx`, "../place-view.tsx", "stands above it"],
    [`${webFolder}/features/messages/other/x.ts`, "../state/store.ts", "has the folders"],
    [`${serverFolder}/features/auth/service.ts`, "../../test/world.ts", "only tests import tests"],
    [`${serverFolder}/features/auth/service.ts`, "./auth.test.ts", "only tests import tests"],
  ])("%s imports %s", (path, specifier, rule) => {
    const violations = findViolations({ [path]: `// first line\nimport { x } from "${specifier}";` });
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(`${path}:2: imports "${specifier}", but `);
    expect(violations[0]).toContain(rule);
  });

  test.each([
    ["import type", 'import type { A } from "../messages/service.ts";'],
    ["a re-export", 'export { a } from "../messages/service.ts";'],
    ["export *", 'export * from "../messages/service.ts";'],
    ["import()", 'const a = await import("../messages/service.ts");'],
    ["a bare import", 'import "../messages/service.ts";'],
  ])("by %s as well", (_caseName, source) => {
    expect(findViolations({ [`${serverFolder}/features/auth/service.ts`]: source })).toHaveLength(1);
  });

  test("an import in a comment or a string does not count", () => {
    const source = '// import "../messages/service.ts"\nconst text = `import "../messages/service.ts"`;';
    expect(findViolations({ [`${serverFolder}/features/auth/service.ts`]: source })).toEqual([]);
  });
});

test("a barrel file, and a feature that is missing in the order, are reported", () => {
  expect(
    findViolations({ [`${webFolder}/kit/index.ts`]: "", [`${serverFolder}/features/gifts/service.ts`]: "" }),
  ).toEqual([
    `${webFolder}/kit/index.ts: no barrel files: import from the file that has it`,
    `${serverFolder}/features/gifts/service.ts: the feature "gifts" is not in apps/server/src/features/order.ts`,
  ]);
});

test("a file that cannot be parsed is reported, and the other files are still checked", () => {
  const violations = findViolations({
    [`${serverFolder}/app.ts`]: "function (",
    [`${contractFolder}/auth.ts`]: 'import "node:fs";',
  });
  expect(violations).toHaveLength(2);
  expect(violations[0]).toMatch(/^apps\/server\/src\/app\.ts: /);
});

test("an import cycle is reported once, with its path; a cycle of type imports is allowed", () => {
  const kitPath = (name: string) => `${serverFolder}/kit/${name}.ts`;
  const files = {
    [kitPath("a")]: 'import { b } from "./b.ts";',
    [kitPath("b")]: 'import { c } from "./c.ts"; import type { D } from "./d.ts";',
    [kitPath("c")]: 'export { a } from "./a.ts";',
    [kitPath("d")]: 'import { b } from "./b.ts";',
  };
  expect(findViolations(files)).toEqual([
    `import cycle: ${kitPath("a")} → ${kitPath("b")} → ${kitPath("c")} → ${kitPath("a")}`,
  ]);
});
