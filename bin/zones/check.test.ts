import { describe, expect, test } from "vitest";
import { checkImports } from "./check.ts";

const order = ["live", "auth", "messages", "threads"];
const zoneConfig = { featureOrder: { server: order, web: order } };

/** Returns the violations that the check finds if a checkout has these files. */
function check(files: Record<string, string>): string[] {
  return checkImports(new Map(Object.entries(files)), zoneConfig);
}

const server = "apps/server/src";
const web = "apps/web/app";
const contract = "packages/contract/src";

describe("allowed", () => {
  test.each([
    [`${contract}/auth.ts`, "zod"],
    [`${contract}/auth.ts`, "./kit/endpoint.ts"],
    [`${contract}/auth.test.ts`, "vitest"],
    [`${server}/features/auth/service.ts`, "@kakehashi/contract/auth"],
    [`${web}/routes/login.tsx`, "@kakehashi/contract/auth"],
    [`${server}/features/messages/service.ts`, "../auth/service.ts"],
    [`${server}/features/messages/service.ts`, "./store.ts"],
    [`${server}/features/messages/service.ts`, "../../kit/db/database.ts"],
    [`${server}/features/live/live.test.ts`, "../messages/store.ts"],
    [`${server}/features/live/live.test.ts`, "../../test/world.ts"],
    [`${server}/test/world.ts`, "../app.ts"],
    [`${server}/app.ts`, "./features/messages/routes.ts"],
    [`${web}/features/messages/row/row.tsx`, "../../auth/session.ts"],
    [`${web}/features/messages/row/row.tsx`, "../state/store.ts"],
    [`${web}/features/messages/chat-view.tsx`, "./list/list.tsx"],
    [`${web}/features/threads/pane.tsx`, "../messages/door.ts"],
    [`${web}/routes/chat.tsx`, "../features/messages/state/store.ts"],
    [`${web}/features/messages/row.tsx`, "../../i18n/texts.ts"],
    [`${web}/kit/page.ts`, "../i18n/texts.ts"],
    [`${web}/routes/site/home.tsx`, "./+types/home.ts"],
    [`${web}/routes/site/home.tsx`, "../../features/auth/page-guard.ts"],
    ["bench/main.ts", "../apps/server/src/app.ts"],
  ])("%s imports %s", (path, specifier) => {
    expect(check({ [path]: `import { x } from "${specifier}";` })).toEqual([]);
  });
});

describe("refused", () => {
  test.each([
    [`${contract}/auth.ts`, "node:crypto", "the contract imports zod alone"],
    [`${contract}/auth.ts`, "zodiac", "the contract imports zod alone"],
    [`${contract}/auth.ts`, "../../../apps/server/src/app.ts", "the contract knows neither server nor web"],
    [
      `${contract}/auth.test.ts`,
      "../../../apps/server/src/app.ts",
      "the contract knows neither server nor web",
    ],
    [`${server}/web.ts`, "../../web/app/root.tsx", "server and web never import each other"],
    [`${web}/kit/call.test.ts`, "../../../server/src/app.ts", "web and server never import each other"],
    [`${server}/app.ts`, "../../../packages/contract/src/auth.ts", "by its name, @kakehashi/contract/"],
    [`${server}/app.ts`, "../../../bin/setup.js", "do not import from outside themselves"],
    [`${server}/kit/bus.ts`, "../features/live/service.ts", "kit knows neither features nor composition"],
    [`${server}/kit/bus.ts`, "../config.ts", "kit knows neither features nor composition"],
    [`${web}/i18n/texts.ts`, "../features/auth/page-guard.ts", "kit knows neither features nor composition"],
    [`${server}/features/auth/routes.ts`, "../../app.ts", "not composition"],
    [`${server}/features/auth/service.ts`, "../messages/service.ts", '"auth" comes before "messages"'],
    [`${web}/features/auth/page-guard.ts`, "../messages/row.tsx", '"auth" comes before "messages"'],
    [`${server}/features/messages/service.ts`, "../auth/store.ts", "only its service.ts"],
    [`${web}/features/messages/row.tsx`, "../auth/parts/field.tsx", "only the files at its top"],
    [`${web}/features/threads/pane.tsx`, "../messages/place-view.tsx", "only its door.ts"],
    [`${web}/features/threads/pane.tsx`, "../messages/state/store.ts", "only its door.ts"],
    [`${web}/features/messages/state/store.ts`, "../row/row.tsx", "stands above it"],
    [`${web}/features/messages/list/list.tsx`, "../place-view.tsx", "stands above it"],
    [`${web}/features/messages/other/x.ts`, "../state/store.ts", "has the folders"],
    [`${server}/features/auth/service.ts`, "../../test/world.ts", "only tests import tests"],
    [`${server}/features/auth/service.ts`, "./auth.test.ts", "only tests import tests"],
  ])("%s imports %s", (path, specifier, rule) => {
    const violations = check({ [path]: `// first line\nimport { x } from "${specifier}";` });
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
  ])("by %s as well", (_how, source) => {
    expect(check({ [`${server}/features/auth/service.ts`]: source })).toHaveLength(1);
  });

  test("an import in a comment or a string does not count", () => {
    const source = '// import "../messages/service.ts"\nconst text = `import "../messages/service.ts"`;';
    expect(check({ [`${server}/features/auth/service.ts`]: source })).toEqual([]);
  });
});

test("a barrel file, and a feature that is missing in the order, are reported", () => {
  expect(check({ [`${web}/kit/index.ts`]: "", [`${server}/features/gifts/service.ts`]: "" })).toEqual([
    `${web}/kit/index.ts: no barrel files: import from the file that has it`,
    `${server}/features/gifts/service.ts: the feature "gifts" is not in apps/server/src/features/order.ts`,
  ]);
});

test("a file that cannot be parsed is reported, and the other files are still checked", () => {
  const violations = check({
    [`${server}/app.ts`]: "function (",
    [`${contract}/auth.ts`]: 'import "node:fs";',
  });
  expect(violations).toHaveLength(2);
  expect(violations[0]).toMatch(/^apps\/server\/src\/app\.ts: /);
});

test("an import cycle is reported once, with its path; a cycle of type imports is allowed", () => {
  const at = (name: string) => `${server}/kit/${name}.ts`;
  const files = {
    [at("a")]: 'import { b } from "./b.ts";',
    [at("b")]: 'import { c } from "./c.ts"; import type { D } from "./d.ts";',
    [at("c")]: 'export { a } from "./a.ts";',
    [at("d")]: 'import { b } from "./b.ts";',
  };
  expect(check(files)).toEqual([`import cycle: ${at("a")} → ${at("b")} → ${at("c")} → ${at("a")}`]);
});
