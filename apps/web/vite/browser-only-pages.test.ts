import { parseSync } from "oxc-parser";
import type { ESTree } from "vite";
import { expect, test } from "vitest";
import { removeBrowserExports } from "./browser-only-pages.ts";

const compile = (code: string) =>
  removeBrowserExports(code, parseSync("page.tsx", code).program as ESTree.Program)
    .split("\n")
    .filter(Boolean);

test("the page and its loader become empty functions, and what only they use is removed", () => {
  const code = `
import { useState } from "react";
import { data } from "react-router";
import { Chart } from "./chart.tsx";
import type { PageHandle } from "../../kit/page.ts";
const notFound = 404;
const colours = ["red"];
function Legend() {
  return <Chart colours={colours} />;
}
export const handle: PageHandle = { title: "workspace:home" };
export function loader() {
  return data(null, { status: notFound });
}
export async function clientLoader() {
  return loadTexts("home");
}
clientLoader.hydrate = true as const;
export default function Home() {
  return useState(<Legend />);
}
`;
  expect(compile(code)).toEqual([
    'import { data } from "react-router";',
    'import type { PageHandle } from "../../kit/page.ts";',
    "const notFound = 404;",
    'export const handle: PageHandle = { title: "workspace:home" };',
    "export function loader() {",
    "  return data(null, { status: notFound });",
    "}",
    "export const clientLoader = () => null;",
    "clientLoader.hydrate = true as const;",
    "export default () => null;",
  ]);
});

test("what the fallback uses is kept, also through another function", () => {
  const code = `
import { Shell } from "./shell.tsx";
import { Rail } from "./rail.tsx";
function Frame() {
  return <Shell />;
}
export const HydrateFallback = () => <Frame />;
export default function Layout() {
  return <Rail />;
}
`;
  expect(compile(code)).toEqual([
    'import { Shell } from "./shell.tsx";',
    "function Frame() {",
    "  return <Shell />;",
    "}",
    "export const HydrateFallback = () => <Frame />;",
    "export default () => null;",
  ]);
});

test("a page that is exported under another name is replaced too", () => {
  expect(compile('import { Page } from "./page.tsx";\nexport { Page as default };')).toEqual([
    "export default () => null;",
  ]);
});

test("a file that is no route stays as it is", () => {
  const code = 'import { Icon } from "./icon.tsx";\nexport function Row() {\n  return <Icon />;\n}';
  expect(compile(code)).toEqual(code.split("\n"));
});
