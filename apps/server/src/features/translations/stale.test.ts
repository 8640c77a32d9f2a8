import { getMessage } from "@kakehashi/contract/messages";
import { isCurrent } from "@kakehashi/contract/translation-states";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorld } from "../../test/open-world.ts";
import { group, send } from "../../test/rooms.ts";
import { listenTo } from "../../test/stomp.ts";

const { server, world } = await openWorld();
const { aiko, an, linh, kenji } = world;
const url = await server.listen();

const steps = [
  "edit",
  "mark",
  "claim",
  "take",
  "release",
  "hand_over",
  "submit",
  "submit_old",
  "approve",
  "reject",
  "request",
  "restore",
  "relabel",
  "submit_twice",
  "edit_and_submit",
] as const;
const step = fc.record({
  act: fc.constantFrom(...steps),
  by: fc.boolean(),
  language: fc.constantFrom("en" as const, "vi" as const),
  which: fc.nat({ max: 5 }),
});

/** Refusals that such a history can cause. Any other error is a fault. */
const refusals =
  /^(?:TRANSLATION\.(?:STEP|EDITED|CHANGED|ORIGINAL|CLAIMED|SAME_LANGUAGE|WARNED)|ERR\.NOT_FOUND)$/;

/** The original that a text was made from: also what an earlier room left in the memory, and a later one is given. */
const madeFrom = new Map<string, string>();
let submitCount = 0;

test("no history of edits, claims, submits and rejections shows a text as current that came from an older revision", {
  timeout: 90_000,
}, async () => {
  const { messages, bookmarks, translations } = server.app.services;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const room = await group(aiko, an, linh, kenji);
      /** By revision. */
      const originals = ["原文 1 です。"];
      const { id } = await send(aiko, room, "原文 1 です。");
      const reader = await listenTo(url, an);
      let edits = 1;
      const readMessage = async () => (await an.call(getMessage, { params: { id: room, mid: id } })).data;
      const submit = async (submitterName: string, language: "en" | "vi", revision: number) => {
        const content =
          language === "en" ? `Text ${++submitCount} in English.` : `Bản dịch số ${++submitCount} ạ.`;
        madeFrom.set(content, originals[revision - 1] ?? "");
        await translations.submit(submitterName, id, language, { content, revision, confirmed: true }, false);
      };
      for (const { act, by, language, which } of steps) {
        const userId = by ? linh.id : kenji.id;
        const { revision, translations: shownTranslations } = await readMessage();
        const author = { userId: aiko.id, writingLanguage: "ja" as const };
        const edit = () => messages.edit(author, room, id, { content: `原文 ${++edits} です。` });
        const work = {
          edit,
          mark: () =>
            bookmarks.mark({ userId: an.id, writingLanguage: "vi" }, room, id, { languages: [language] }),
          claim: () => translations.claim(userId, id, language),
          take: async () => {
            const isEventless =
              "update translations set claimed_at = now() - interval '1 hour' where subject_id = $1";
            await server.db.pool.query(isEventless, [id]);
            await translations.claim(userId, id, language);
          },
          release: () => translations.release(userId, id, language),
          hand_over: () =>
            translations.handOver(userId, id, language, { user_id: by ? kenji.id : linh.id, note: "" }),
          submit: () => submit(userId, language, revision),
          submit_old: () => submit(userId, language, Math.max(1, revision - 1)),
          approve: () =>
            translations.approve(userId, id, language, {
              version: shownTranslations?.[which % 2]?.version,
              revision,
            }),
          reject: () => translations.reject(userId, id, language, { reason: "Not yet.", revision }),
          request: () => translations.request(an.id, id, language, { reason: "Unclear.", revision }),
          restore: () =>
            translations.restore(userId, id, language, {
              version: 1 + which,
              current_version: shownTranslations?.find((shown) => shown.language === language)?.version ?? 0,
              revision,
            }),
          relabel: () => messages.setLanguage(aiko.id, room, id, which < 3 ? "ja" : "vi"),
          submit_twice: () =>
            Promise.all([submit(linh.id, language, revision), submit(kenji.id, language, revision)]),
          edit_and_submit: () => Promise.all([edit(), submit(userId, language, revision)]),
        }[act];
        await work().catch((error: Error) => expect(error.message).toMatch(refusals));

        const after = await readMessage();
        originals[after.revision - 1] = after.content;
        for (const translation of after.translations ?? []) {
          expect(translation.language).not.toBe(after.language);
          if (translation.version > 0)
            expect(madeFrom.get(translation.content)).toBe(originals[translation.revision - 1]);
          if (translation.state === "TRANSLATED" || translation.state === "APPROVED") {
            expect(isCurrent(translation, after)).toBe(true);
            expect(madeFrom.get(translation.content)).toBe(after.content);
          }
        }
        const rows = await server.db.kysely
          .selectFrom("translations")
          .select(["language", "state", "version", "waiting_since", "asked_at"])
          .where("subject_id", "=", id)
          .execute();
        for (const row of rows) {
          const isOpen = row.state === "NEEDS_TRANSLATION" || row.state === "NEEDS_RETRANSLATION";
          const isWaiting = row.asked_at !== null && isOpen && row.language !== after.language;
          expect([row.language, row.waiting_since !== null]).toEqual([row.language, isWaiting]);
        }
      }
      // No earlier event showed the live reader an outdated translation as current.
      for (const event of reader.events()) {
        if (!("message" in event) || event.message.id !== id) continue;
        for (const translation of event.message.translations ?? [])
          if (translation.state === "TRANSLATED" || translation.state === "APPROVED")
            expect(translation.revision).toBe(event.message.revision);
      }
      reader.socket.close();
    }),
    {
      numRuns: 40,
      // It was rejected, and then the original was declared to be in the translation's language for a while. It still
      // waits.
      examples: [
        [
          (["submit", "reject", "relabel", "relabel"] as const).map((step, index) => ({
            act: step,
            by: false,
            language: "vi" as const,
            which: index === 2 ? 3 : 0,
          })),
        ],
      ],
    },
  );
});
