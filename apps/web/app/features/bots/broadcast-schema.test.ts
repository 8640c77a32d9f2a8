import { broadcastBody } from "@kakehashi/contract/bot-broadcasts";
import { expect, test } from "vitest";
import { withPastTimeErrors } from "./broadcast-schema.ts";

const schema = withPastTimeErrors(broadcastBody);
const isoTimeInDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
const refusedFields = (time: object) => {
  const parsed = schema.safeParse({
    client_id: crypto.randomUUID(),
    name: "News",
    content: { kind: "text", text: { en: "News" } },
    audience: {},
    ...time,
  });
  return parsed.error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
};

test("a time in the past or too far ahead is refused at its field, before the form asks anything", () => {
  expect(refusedFields({ scheduled_at: isoTimeInDays(-1) })).toEqual([["scheduled_at", "soon"]]);
  expect(refusedFields({ scheduled_at: isoTimeInDays(91) })).toEqual([["scheduled_at", "soon"]]);
  expect(refusedFields({ scheduled_at: isoTimeInDays(89) })).toEqual([]);
  expect(refusedFields({})).toEqual([]);
});

test("a time on visitors' clocks is past once it is past in the zone for unknown ones", () => {
  const localTime = isoTimeInDays(0.5).slice(0, 16);
  const inZone = (time_zone: string) => refusedFields({ reader_time: { at: localTime, time_zone } });
  expect(inZone("UTC")).toEqual([]);
  // When this broadcast is planned, the same time on the clock has already passed in Kiritimati, 14 hours ahead of UTC.
  expect(inZone("Pacific/Kiritimati")).toEqual([["reader_time.at", "soon"]]);
});
