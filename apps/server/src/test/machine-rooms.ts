import type { Language } from "@kakehashi/contract/languages";
import { switchRoomMachine } from "@kakehashi/contract/machine-rooms";
import { beforeEach } from "vitest";
import { startFakeTranslationProvider } from "./machine.ts";
import { setUpTestServer } from "./open-world.ts";
import { createGroupRoom } from "./rooms.ts";
import type { TestPerson } from "./world.ts";

/** Switches machine translation of a room on or off. */
export const switchMachineTranslation = (person: TestPerson, roomId: string, isOn: boolean) =>
  person.call(switchRoomMachine, { params: { id: roomId }, body: { on: isOn } });

/** Creates a group in which machine translation is on. */
export async function createGroupWithMachineTranslation(
  owner: TestPerson,
  ...others: TestPerson[]
): Promise<string> {
  const id = await createGroupRoom(owner, ...others);
  await switchMachineTranslation(owner, id, true);
  return id;
}

/**
 * Starts a server with test people and a fake translation provider. The provider translates every text into fixed words
 * of the target language, and keeps the placeholders. Before each test, the provider is reset, and stored machine
 * translations and failures are deleted.
 */
export async function setUpMachineTranslationTests(
  wordsByLanguage: Record<Language, string>,
  monthlyCharacters: number,
) {
  const machine = await startFakeTranslationProvider();
  const options = {
    provider: "libretranslate",
    url: machine.url,
    key: null,
    region: null,
    model: null,
    monthlyCharacters,
  } as const;
  const { server, testPeople } = await setUpTestServer({ machine: options });
  const query = (text: string) => server.db.pool.query(text);
  const answerWithTranslation: typeof machine.answer = ({ body }) => ({
    body: {
      translatedText: [wordsByLanguage[body.target as Language], ...body.q.matchAll(/\{\{\d+\}\}/g)].join(
        " ",
      ),
    },
  });
  beforeEach(async () => {
    machine.calls = [];
    machine.answer = answerWithTranslation;
    await query(`
      delete from machine_states; delete from machine_months; delete from machine_answers;
      delete from machine_failures`);
  });
  return { machine, options, server, testPeople, query, translatingAnswer: answerWithTranslation };
}
