import { newBroadcastBodySchema } from "@kakehashi/contract/bot-broadcasts";
import { expect, test } from "vitest";
import { withPastTimeErrors } from "./broadcast-schema.ts";

const broadcastSchema = withPastTimeErrors(newBroadcastBodySchema);
const isoTimeInDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
const refusedFields = (time: object) => {
  const parsed = broadcastSchema.safeParse({
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
  const refusedFieldsInZone = (time_zone: string) =>
    refusedFields({ reader_time: { at: localTime, time_zone } });
  expect(refusedFieldsInZone("UTC")).toEqual([]);
  // This local time has already passed in Kiritimati, where the time zone is UTC+14.
  expect(refusedFieldsInZone("Pacific/Kiritimati")).toEqual([["reader_time.at", "soon"]]);
});
