import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import { listTranslationHistory, restoreTranslation } from "@kakehashi/contract/translation-history";
import {
  approveTranslation,
  claimTranslation,
  getTranslation,
  rejectTranslation,
  requestRetranslation,
} from "@kakehashi/contract/translations";
import type { Role } from "@kakehashi/contract/users";
import { setKnownLanguages } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import type { CallInput } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import { resubmitTranslation, submitTranslation, translationPathParamsOf } from "../../test/translations.ts";
import { addSignedInPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, linh } = testPeople;

interface PermissionRow {
  personLabel: string;
  role: Role;
  language: Language;
  languages?: Language[];
  member?: false;
  write: number;
  review: number;
  ask: number;
}

// The original is in Japanese, and the translation is in Vietnamese.
const permissionTable: PermissionRow[] = [
  {
    personLabel: "a stranger",
    role: "comtor",
    language: "vi",
    member: false,
    write: 404,
    review: 404,
    ask: 404,
  },
  { personLabel: "a developer", role: "dev", language: "vi", write: 403, review: 403, ask: 200 },
  {
    personLabel: "a developer with both",
    role: "dev",
    language: "vi",
    languages: ["ja"],
    write: 200,
    review: 403,
    ask: 200,
  },
  {
    personLabel: "a client with both",
    role: "company",
    language: "ja",
    languages: ["vi"],
    write: 200,
    review: 403,
    ask: 200,
  },
  { personLabel: "an admin", role: "admin", language: "en", write: 403, review: 403, ask: 200 },
  { personLabel: "a translator", role: "comtor", language: "vi", write: 200, review: 200, ask: 200 },
  {
    personLabel: "a translator of others",
    role: "comtor",
    language: "vi",
    languages: ["en"],
    write: 403,
    review: 403,
    ask: 200,
  },
  { personLabel: "a bridge engineer", role: "brse", language: "ja", write: 200, review: 200, ask: 200 },
];

test.each(permissionTable)("$personLabel: write $write, review $review, ask $ask", async (row) => {
  const person = await addSignedInPerson(server, {
    email: `${crypto.randomUUID()}@kakehashi.example`,
    name: row.personLabel,
    role: row.role,
    language: row.language,
  });
  if (row.languages) await person.call(setKnownLanguages, { body: { languages: row.languages } });
  const room = await createGroupRoom(aiko, linh, ...(row.member === false ? [] : [person]));
  const createTranslatedMessage = async () => {
    const message = await sendText(aiko, room, "おはようございます。");
    await submitTranslation(linh, message, "vi", "Chào buổi sáng.");
    return message;
  };
  const status = async (endpoint: Endpoint, body?: object) => {
    const callInput = {
      ...translationPathParamsOf(await createTranslatedMessage(), "vi"),
      ...(body && { body }),
    } as CallInput;
    return (await person.call(endpoint, callInput)).status;
  };
  expect((await submitTranslation(person, await sendText(aiko, room, "はい。"), "vi", "Vâng.")).status).toBe(
    row.write,
  );
  expect(
    (await resubmitTranslation(person, await createTranslatedMessage(), "vi", "Buổi sáng tốt lành.")).status,
  ).toBe(row.write);
  expect(await status(claimTranslation)).toBe(row.write);
  expect(await status(restoreTranslation, { version: 1, current_version: 1, revision: 1 })).toBe(row.write);
  expect(await status(approveTranslation, { revision: 1 })).toBe(row.review);
  expect(await status(rejectTranslation, { revision: 1, reason: "No." })).toBe(row.review);
  expect(await status(requestRetranslation, { revision: 1, reason: "Please." })).toBe(row.ask);
  const readStatus = row.member === false ? 404 : 200;
  expect(await status(getTranslation)).toBe(readStatus);
  expect(await status(listTranslationHistory)).toBe(readStatus);
});
