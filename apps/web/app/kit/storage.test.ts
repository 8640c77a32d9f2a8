import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { deviceStorage } from "./storage.ts";

afterEach(() => vi.unstubAllGlobals());

test("a text is stored by name, found by a prefix, and removed", () => {
  const storedValues: Record<string, string> = {};
  const storageMethods = {
    getItem: (name: string) => storedValues[name] ?? null,
    setItem: (name: string, text: string) => {
      storedValues[name] = text;
    },
    removeItem: (name: string) => delete storedValues[name],
  };
  // Behaves like the browser's storage: stored keys are own properties of the object.
  vi.stubGlobal("localStorage", Object.setPrototypeOf(storedValues, storageMethods));
  deviceStorage.write("draft 1", "words");
  deviceStorage.write("other", "more");
  expect(deviceStorage.read("draft 1")).toBe("words");
  expect(deviceStorage.findNames("draft ")).toEqual(["draft 1"]);
  deviceStorage.write("draft 1", null);
  expect([deviceStorage.read("draft 1"), deviceStorage.findNames("draft ")]).toEqual([null, []]);
});

test.each([
  ["none", undefined],
  [
    "a full one",
    {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("", "QuotaExceededError");
      },
    },
  ],
])("a browser with %s keeps nothing, and nothing fails", (_, storage) => {
  vi.stubGlobal("localStorage", storage);
  deviceStorage.write("draft 1", "words");
  expect(deviceStorage.read("draft 1")).toBe(null);
});

test("all code stores texts through this module, which handles browsers without storage", () => {
  const app = join(import.meta.dirname, "..");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  expect(files.length).toBeGreaterThan(300);
  const filesWithStorage = files.filter((path) =>
    /\b(?:local|session)Storage\b[.,[]/.test(readCodeOfFile(join(app, path))),
  );
  // Only `entry.client.tsx` may access the browser's storage directly, because it must do so before the app starts.
  expect(filesWithStorage.sort()).toEqual(["entry.client.tsx"]);
});

const readCodeOfFile = (path: string) => readFileSync(path, "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
