import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serverProgram } from "./server.js";

/**
 * A program that keeps many objects and then creates a million short-lived ones. Each short-lived object is dropped
 * only after V8 has moved it out of the young generation, like the data of a request that waits. The program prints the
 * ratio of the heap's size after this to its size before.
 */
const childProgram = `
  const { getHeapStatistics } = require("node:v8");
  const usedBytes = () => getHeapStatistics().used_heap_size;
  const held = Array.from({ length: 400_000 }, (_, index) => ({ index, parts: [index, index, index, index] }));
  gc();
  const usedBefore = usedBytes();
  let mostUsed = usedBefore;
  const waiting = [];
  for (let index = 0; index < 1_000_000; index++) {
    waiting[index % 100_000] = { index, parts: new Array(16).fill(index) };
    if (index % 1_000 === 0) mostUsed = Math.max(mostUsed, usedBytes());
  }
  console.log(JSON.stringify({ objects: held.length, heapGrowth: mostUsed / usedBefore }));
`;

test("garbage does not multiply the server's heap", async () => {
  const nodeFlags = serverProgram.filter((argument) => argument.startsWith("--"));
  const programArguments = [...nodeFlags, "--expose-gc", "--eval", childProgram];
  const { stdout } = await promisify(execFile)(process.execPath, programArguments);
  const { objects, heapGrowth } = JSON.parse(stdout) as { objects: number; heapGrowth: number };
  expect(objects).toBe(400_000);
  // The measured growth includes the young generation and the garbage that V8 has not collected yet. The heap grows to
  // 2.3 times its size with our arguments, and to 4.2 times with V8's default. The limit lies between them, because V8
  // collects later on a busy computer.
  expect(heapGrowth).toBeLessThan(3.2);
});
