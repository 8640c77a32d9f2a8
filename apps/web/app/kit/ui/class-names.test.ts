import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const appFolder = join(import.meta.dirname, "../..");

/** Returns the class names that a CSS module defines. Ignores comments and the file paths of `composes`. */
function readClassNames(css: string): Set<string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"]*"/g, "");
  return new Set([...rules.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = ""]) => name));
}

/** Finds the uses of classes that a component's style sheet does not define. Such an element has no style. */
function findMissingClasses(): { problems: string[]; moduleCount: number } {
  const problems: string[] = [];
  let moduleCount = 0;
  for (const name of readdirSync(appFolder, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name) || name.includes(".test.")) continue;
    const source = readFileSync(join(appFolder, name), "utf8");
    for (const [, styles = "", path = ""] of source.matchAll(/^import (\w+) from "(\S+\.module\.css)";$/gm)) {
      moduleCount++;
      const classesInStyleSheet = readClassNames(readFileSync(join(appFolder, dirname(name), path), "utf8"));
      const sourceWithoutImports = source.replace(/^import .*$/gm, "");
      for (const [, usedClass = ""] of sourceWithoutImports.matchAll(
        new RegExp(`(?<![\\w.])${styles}\\.(\\w+)`, "g"),
      ))
        if (!classesInStyleSheet.has(usedClass)) problems.push(`${name}: ${styles}.${usedClass}`);
    }
  }
  return { problems, moduleCount };
}

test("every class that a component uses is in its style sheet", () => {
  const { problems, moduleCount } = findMissingClasses();
  expect(moduleCount).toBeGreaterThan(100);
  expect(problems).toEqual([]);
});
