import { randomUUID } from "node:crypto";
import {
  newRoomsPerPairAndHour,
  newRoomsPerPersonAndHour,
  strangersAddedPerHour,
} from "@kakehashi/contract/conversations";
import { expect, test } from "vitest";
import { createContactLimits } from "./contact-limits.ts";

const createPersonIds = (count: number) => Array.from({ length: count }, () => randomUUID());
const [an = "", minh = ""] = createPersonIds(2);

/** Runs the actions one after another. Returns for each whether it was allowed. */
async function callAndListAllowed(calls: readonly (() => Promise<void>)[]): Promise<boolean[]> {
  const allowedResults: boolean[] = [];
  for (const limitedCall of calls)
    allowedResults.push(
      await limitedCall().then(
        () => true,
        (error) => {
          expect(error).toMatchObject({ code: "ERR.TOO_MANY" });
          expect(error.retryAfter).toBeGreaterThan(0);
          return false;
        },
      ),
    );
  return allowedResults;
}
const createArray = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const listAllPairs = async (_: readonly string[], otherIds: readonly string[]) =>
  otherIds.map((other_id) => ({ other_id }));
const listNoPairs = async () => [];

test("a person puts the same other person into few new rooms an hour, and others into theirs", async () => {
  const { spendForNewRoom } = createContactLimits(listAllPairs, 1);
  const attempts = createArray(newRoomsPerPairAndHour + 2, () => spendForNewRoom(an, [minh]));
  expect(await callAndListAllowed(attempts)).toEqual([
    ...createArray(newRoomsPerPairAndHour, true),
    false,
    false,
  ]);
  expect(
    await callAndListAllowed([
      () => spendForNewRoom(an, createPersonIds(1)),
      () => spendForNewRoom(minh, [an]),
    ]),
  ).toEqual([true, true]);
});

test("a person starts so many rooms an hour, whoever is in them", async () => {
  const { spendForNewRoom } = createContactLimits(listAllPairs, 1);
  const attempts = createArray(newRoomsPerPersonAndHour + 1, () => spendForNewRoom(an, createPersonIds(1)));
  expect(await callAndListAllowed(attempts)).toEqual([...createArray(newRoomsPerPersonAndHour, true), false]);
});

test("a person brings so many strangers into rooms an hour; people they know do not count", async () => {
  const newContactIds = createContactLimits(listNoPairs, 1);
  const firstContactIds = createPersonIds(strangersAddedPerHour);
  const attempts = [
    () => newContactIds.spendForNewRoom(an, firstContactIds),
    () => newContactIds.spendForNewMembers(an, createPersonIds(1)),
    () => newContactIds.spendForNewRoom(an, createPersonIds(1)),
    () => newContactIds.spendForNewRoom(minh, createPersonIds(1)),
  ];
  expect(await callAndListAllowed(attempts)).toEqual([true, false, false, true]);
  const limitsAmongAcquainted = createContactLimits(listAllPairs, 1);
  const addNewMembers = createArray(3, () =>
    limitsAmongAcquainted.spendForNewMembers(an, createPersonIds(strangersAddedPerHour)),
  );
  expect(await callAndListAllowed(addNewMembers)).toEqual([true, true, true]);
});

test("a factor multiplies the limits", async () => {
  const { spendForNewRoom } = createContactLimits(listAllPairs, 2);
  const attempts = createArray(2 * newRoomsPerPairAndHour + 1, () => spendForNewRoom(an, [minh]));
  expect((await callAndListAllowed(attempts)).filter(Boolean)).toHaveLength(2 * newRoomsPerPairAndHour);
});
