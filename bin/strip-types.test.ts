import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { root } from "./setup.js";

// The files must be in the checkout, because the server removes the types of its own files only.
const folder = await mkdtemp(join(root, ".cache", "strip-types-"));
const cacheFolder = join(root, ".cache", "javascript", process.version, relative(root, folder));
afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(cacheFolder, { recursive: true, force: true });
});

/** Runs the program as `npm start` runs the server. Returns what it prints and its warnings. */
async function runProgram(programSource: string): Promise<{ stdout: string; stderr: string }> {
  await writeFile(join(folder, "program.ts"), programSource);
  const preloadPath = join(root, "bin", "strip-types.js");
  return promisify(execFile)(process.execPath, [`--import=${preloadPath}`, join(folder, "program.ts")]);
}
const cacheFile = join(cacheFolder, "program.ts.js");

test("the server's TypeScript runs without its types, also after it has changed", async () => {
  expect(await runProgram('const text: string = "first"; console.log(text);')).toEqual({
    stdout: "first\n",
    stderr: "",
  });
  expect(await readFile(cacheFile, "utf8")).toMatch(/^const text {9}= "first";/);
  expect((await runProgram('const text: string = "second"; console.log(text);')).stdout).toBe("second\n");
  expect(await readFile(cacheFile, "utf8")).toContain("second");
});

test("a cached file is used, and replaced if it is incomplete", async () => {
  const programSource = "const count: number = 1; console.log(count);";
  await runProgram(programSource);
  const code = await readFile(cacheFile, "utf8");
  await writeFile(cacheFile, code.replace("= 1", "= 2"));
  expect((await runProgram(programSource)).stdout).toBe("2\n");
  await writeFile(cacheFile, code.slice(0, -1));
  expect((await runProgram(programSource)).stdout).toBe("1\n");
  expect(await readFile(cacheFile, "utf8")).toBe(code);
});

test("an error names the line and column of the source", async () => {
  const errorText = await runProgram(
    "type Text = string;\nconst text: Text | null = null;\nconsole.log(text!.length);",
  ).catch((error: unknown) => String(error));
  expect(errorText).toContain("program.ts:3:19");
});
