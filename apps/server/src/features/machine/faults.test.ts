import { beforeEach, expect, test } from "vitest";
import { startFakeTranslationProvider } from "../../test/machine.ts";
import { createMachineOptions, providerCallExamples, textToTranslate } from "../../test/machine-shapes.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createMachineTranslator } from "./machine-translator.ts";

const machine = await startFakeTranslationProvider();
const { server } = await setUpTestServer();
const queryRows = async (text: string) => (await server.db.pool.query(text)).rows;
beforeEach(async () => {
  machine.calls = [];
  await queryRows(`
    delete from machine_states; delete from machine_months; delete from machine_answers;
    delete from machine_failures`);
});

type ProviderExample = (typeof providerCallExamples)[number];
interface ProviderFault {
  fault: string;
  answer(answerShape: ProviderExample): ReturnType<typeof machine.answer>;
  problem: string;
  kind: "off" | "passing" | "text";
}

const createAnswer = (text: string) => (providerExample: ProviderExample) => ({
  body: providerExample.answer(text),
});
const createRefusal =
  (status: number, headers: Record<string, string> = {}) =>
  (providerExample: ProviderExample) => ({
    status,
    headers,
    body: providerExample.refusal,
  });

const providerFaults: ProviderFault[] = [
  // After a refusal, the pause is always half an hour, even if the header `retry-after` names another time.
  {
    fault: "429 that asks for a second",
    answer: createRefusal(429, { "retry-after": "1" }),
    problem: "rate",
    kind: "off",
  },
  {
    fault: "429 that asks for a day",
    answer: createRefusal(429, { "retry-after": "86400" }),
    problem: "rate",
    kind: "off",
  },
  {
    fault: "503 that names a time",
    answer: createRefusal(503, { "retry-after": "Fri, 27 Nov 2026 00:00:00 GMT" }),
    problem: "down",
    kind: "off",
  },
  { fault: "500", answer: createRefusal(500), problem: "broken", kind: "passing" },
  {
    fault: "502 with a page",
    answer: () => ({ status: 502, body: "<html>Bad gateway</html>" }),
    problem: "broken",
    kind: "passing",
  },
  {
    fault: "504 with nothing",
    answer: () => ({ status: 504, body: "" }),
    problem: "broken",
    kind: "passing",
  },
  {
    fault: "a page in place of JSON",
    answer: () => ({ body: "<html>Sign in</html>" }),
    problem: "answer",
    kind: "passing",
  },
  {
    fault: "JSON that was cut",
    answer: (shape) => ({ body: JSON.stringify(shape.answer("Hello {{0}}")).slice(0, -2) }),
    problem: "answer",
    kind: "passing",
  },
  {
    fault: "JSON of another shape",
    answer: () => ({ body: { ok: true } }),
    problem: "answer",
    kind: "passing",
  },
  { fault: "a lost placeholder", answer: createAnswer("Hello"), problem: "unusable", kind: "text" },
  {
    fault: "a doubled placeholder",
    answer: createAnswer("Hello {{0}} {{0}}"),
    problem: "unusable",
    kind: "text",
  },
  {
    fault: "a placeholder of its own",
    answer: createAnswer("Hello {{0}} {{1}}"),
    problem: "unusable",
    kind: "text",
  },
  { fault: "no words", answer: createAnswer(" "), problem: "unusable", kind: "text" },
];

test.each(
  providerCallExamples.flatMap((shape) =>
    providerFaults.map((fault) => ({ ...fault, shape, provider: shape.provider })),
  ),
)("$provider: $fault", async ({ shape, answer, problem, kind }) => {
  const providerOptions = createMachineOptions(shape.provider, machine.url);
  const translator = createMachineTranslator(server.db.kysely, providerOptions, new AbortController().signal);
  machine.answer = () => answer(shape);
  const translateGreeting = () =>
    translator.translate("こんにちは `npm ci`", textToTranslate.from, textToTranslate.to);
  await expect(translateGreeting()).rejects.toMatchObject({ problem, kind });
  const { off: currentPause, failures, characters } = await translator.state();
  expect(failures).toMatchObject([{ provider: shape.provider, problem, times: 1 }]);
  expect(JSON.stringify(failures)).not.toMatch(/a-secret|こんにちは/);
  // Characters count towards the budget only if the provider sent a translation, even an unusable one.
  expect(characters).toBe(kind === "text" ? textToTranslate.text.length : 0);
  const pauseMinutes = currentPause && (Date.parse(currentPause.until) - Date.now()) / 60_000;
  if (kind === "off") {
    expect(pauseMinutes).toBeGreaterThan(29);
    expect(pauseMinutes).toBeLessThanOrEqual(30.1);
  } else expect(currentPause).toBeNull();
  expect(await queryRows("select from machine_answers")).toEqual([]);

  // The provider works again, so the same text can be translated. If the earlier failure has paused the requests, the
  // test first ends this pause.
  machine.answer = () => ({ body: shape.answer("Hello ｛｛０｝｝") });
  if (kind === "off") {
    await expect(translateGreeting()).rejects.toMatchObject({ problem: "paused" });
    expect(machine.calls).toHaveLength(1);
    await queryRows("update machine_states set off_until = now()");
  }
  expect(await translateGreeting()).toBe("Hello `npm ci`");
  expect(await translateGreeting()).toBe("Hello `npm ci`");
  expect(machine.calls).toHaveLength(2);
});
