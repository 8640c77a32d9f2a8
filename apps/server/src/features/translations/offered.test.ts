import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { canDoWithTranslation, type TranslationAction } from "@kakehashi/contract/translation-actions";
import { restoreTranslation } from "@kakehashi/contract/translation-history";
import {
  approveTranslation,
  askAuthor,
  claimTranslation,
  getTranslation,
  handOverTranslation,
  rejectTranslation,
  releaseTranslation,
  updateTranslation,
} from "@kakehashi/contract/translations";
import { type Role, setKnownLanguages } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import type { CallInput } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import { resubmitTranslation, submitTranslation, translationPathParamsOf } from "../../test/translations.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

// Pages offer an action only if `canDoWithTranslation` allows it. These tests check that the function and the server
// allow the same actions.

const { server, testPeople } = await setUpTestServer();
const { kenji } = testPeople;

const readerCases: { role: Role; language: Language; languages?: Language[] }[] = [
  { role: "company", language: "ja", languages: ["vi"] },
  { role: "dev", language: "vi" },
  { role: "dev", language: "vi", languages: ["ja"] },
  { role: "comtor", language: "vi" },
  { role: "comtor", language: "vi", languages: ["en"] },
  { role: "brse", language: "ja" },
  { role: "admin", language: "en" },
  { role: "admin", language: "ja", languages: ["vi"] },
];

/** Puts a translation into the state in which the tested person tries each action. */
const situationsByName: Record<string, (message: Message, linh: TestPerson) => Promise<unknown>> = {
  "a text": async () => undefined,
  "an approved text": (message, linh) =>
    linh.call(approveTranslation, { ...translationPathParamsOf(message, "vi"), body: { revision: 1 } }),
  "a rejected text": (message, linh) =>
    linh.call(rejectTranslation, {
      ...translationPathParamsOf(message, "vi"),
      body: { revision: 1, reason: "No." },
    }),
  "another's claim": (message, linh) => linh.call(claimTranslation, translationPathParamsOf(message, "vi")),
};

const callsByAction: [TranslationAction, Endpoint, object?][] = [
  ["write", updateTranslation, { content: "Lại lần nữa.", revision: 1, confirmed: true }],
  ["claim", claimTranslation],
  ["hand_over", handOverTranslation, { user_id: kenji.id }],
  ["approve", approveTranslation, { revision: 1 }],
  ["reject", rejectTranslation, { revision: 1, reason: "No." }],
  ["restore", restoreTranslation, { version: 1, current_version: 2, revision: 1 }],
  ["ask_author", askAuthor, { client_id: crypto.randomUUID(), content: "何の件でしょうか。" }],
];

const addPersonWith = (role: Role, language: Language) =>
  addSignedInPerson(server, {
    email: `${crypto.randomUUID()}@kakehashi.example`,
    name: role,
    role,
    language,
  });

test.each(readerCases)(
  "what is offered to $role ($language, $languages) is what the server takes",
  async (row) => {
    const person = await addPersonWith(row.role, row.language);
    if (row.languages) await person.call(setKnownLanguages, { body: { languages: row.languages } });
    // Each row of the test table gets its own people. If all rows used the same people, these would soon exceed a rate
    // limit.
    const [aiko, linh] = await Promise.all([addPersonWith("company", "ja"), addPersonWith("comtor", "vi")]);
    const room = await createGroupRoom(aiko, linh, kenji, person);
    const actor = {
      user_id: person.id,
      role: row.role,
      working_language: row.language,
      languages: row.languages ?? null,
    };
    const prepareMessage = async (prepareSituation: (typeof situationsByName)[string]) => {
      const message = await sendText(aiko, room, "おはようございます。");
      await submitTranslation(linh, message, "vi", "Chào buổi sáng.");
      await resubmitTranslation(linh, message, "vi", "Chào cả nhà.", { version: 1 });
      await prepareSituation(message, linh);
      return message;
    };
    const mismatches: string[] = [];
    for (const [name, prepareSituation] of Object.entries(situationsByName))
      for (const [action, endpoint, body] of callsByAction) {
        // While another person has claimed the translation, the server refuses a text but stores it in the history. So
        // the page offers the action although the server refuses it.
        if (action === "write" && name === "another's claim") continue;
        // The server accepts a repeated approval, which changes nothing. Pages do not offer it.
        if (action === "approve" && name === "an approved text") continue;
        const message = await prepareMessage(prepareSituation);
        const { data } = await person.call(getTranslation, translationPathParamsOf(message, "vi"));
        const { translation, conversation } = data.unit;
        const isOffered = canDoWithTranslation(actor, action, {
          message,
          language: "vi",
          translation,
          conversation,
          claimedByUserId: translation?.claimed_by ?? null,
          isMessageAuthorGone: false,
        });
        const callInput = { ...translationPathParamsOf(message, "vi"), ...(body && { body }) } as CallInput;
        const { status } = await person.call(endpoint, callInput);
        if ((status === 200) !== isOffered)
          mismatches.push(`${action} with ${name}: ${isOffered}, but ${status}`);
      }
    expect(mismatches).toEqual([]);

    const message = await sendText(aiko, room, "おはようございます。");
    await person.call(claimTranslation, translationPathParamsOf(message, "vi"));
    const { data } = await person.call(getTranslation, translationPathParamsOf(message, "vi"));
    const claimedBy = data.unit.translation?.claimed_by ?? null;
    const mayGiveBack = claimedBy === person.id;
    const unit = { ...data.unit, message, claimedByUserId: claimedBy, isMessageAuthorGone: false };
    expect(canDoWithTranslation(actor, "give_back", unit)).toBe(mayGiveBack);
    expect((await person.call(releaseTranslation, translationPathParamsOf(message, "vi"))).status).toBe(200);
  },
  120_000,
);
