import { beforeEach, expect, test } from "vitest";
import { openMachine } from "../../test/machine.ts";
import { askMachine, type MachineOptions } from "./providers.ts";

const machine = await openMachine();
beforeEach(() => {
  machine.calls = [];
});

const optionsFor = (provider: MachineOptions["provider"]): MachineOptions => ({
  provider,
  url: machine.url,
  key: "a-secret",
  region: "japaneast",
  model: "a-model",
  monthlyCharacters: null,
});
const text = { text: "こんにちは {{0}}", from: "ja", to: "en" } as const;
const translateWith = (provider: MachineOptions["provider"], stopped?: AbortSignal) =>
  askMachine(optionsFor(provider), text, stopped);

const shapes = [
  {
    provider: "libretranslate",
    url: "/translate",
    headers: {},
    body: { q: text.text, source: "ja", target: "en", format: "text", api_key: "a-secret" },
    answer: { translatedText: "Hello {{0}}" },
    refusal: { error: "Slowdown: 20 per 1 minute" },
    says: "Slowdown: 20 per 1 minute",
  },
  {
    provider: "deepl",
    url: "/v2/translate",
    headers: { authorization: "DeepL-Auth-Key a-secret" },
    body: { text: [text.text], source_lang: "JA", target_lang: "EN-US" },
    answer: { translations: [{ detected_source_language: "JA", text: "Hello {{0}}" }] },
    refusal: { message: "Quota Exceeded" },
    says: "Quota Exceeded",
  },
  {
    provider: "google",
    url: "/language/translate/v2",
    headers: { "x-goog-api-key": "a-secret" },
    body: { q: [text.text], source: "ja", target: "en", format: "text" },
    answer: { data: { translations: [{ translatedText: "Hello {{0}}" }] } },
    refusal: { error: { code: 403, message: "Daily Limit Exceeded", errors: [] } },
    says: "Daily Limit Exceeded",
  },
  {
    provider: "azure",
    url: "/translate?api-version=3.0&from=ja&to=en&textType=plain",
    headers: { "ocp-apim-subscription-key": "a-secret", "ocp-apim-subscription-region": "japaneast" },
    body: [{ Text: text.text }],
    answer: [{ translations: [{ text: "Hello {{0}}", to: "en" }] }],
    refusal: { error: { code: 403001, message: "The subscription has exceeded its free quota." } },
    says: "The subscription has exceeded its free quota.",
  },
  {
    provider: "openai",
    url: "/chat/completions",
    headers: { authorization: "Bearer a-secret" },
    body: {
      model: "a-model",
      temperature: 0,
      messages: [
        { role: "system", content: expect.stringContaining("from Japanese to English") },
        { role: "user", content: text.text },
      ],
    },
    answer: {
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hello {{0}}" } }],
    },
    refusal: { error: { message: "Incorrect API key provided: a-secret.", type: "invalid_request_error" } },
    says: "Incorrect API key provided: ….",
  },
] as const;

test.each(shapes)("$provider is asked as it documents", async ({ provider, url, headers, body, answer }) => {
  machine.answer = () => ({ body: answer });
  expect(await translateWith(provider)).toBe("Hello {{0}}");
  expect(machine.calls).toMatchObject([{ url, headers, body }]);
});

test.each(
  shapes.flatMap((answerShape) => [401, 403, 429, 456, 503].map((status) => ({ ...answerShape, status }))),
)("$provider is left alone after $status", async ({ provider, refusal, says, status }) => {
  machine.answer = () => ({ status, body: refusal });
  await expect(translateWith(provider)).rejects.toMatchObject({ kind: "off", message: `${status}: ${says}` });
});

test.each(shapes)("$provider is asked again after a temporary error", async ({ provider, answer }) => {
  const passingRefusal = { kind: "passing" };
  machine.answer = () => ({ status: 500, body: "<html>oops</html>" });
  await expect(translateWith(provider)).rejects.toMatchObject({ ...passingRefusal, message: "500" });
  machine.answer = () => ({ body: JSON.stringify(answer).slice(0, -3) });
  await expect(translateWith(provider)).rejects.toMatchObject(passingRefusal);
  machine.answer = () => ({ body: { unexpected: true } });
  await expect(translateWith(provider)).rejects.toMatchObject(passingRefusal);
  machine.answer = () => ({ body: JSON.stringify("x".repeat(1_100_000)) });
  await expect(translateWith(provider)).rejects.toMatchObject(passingRefusal);
  machine.answer = () => ({ status: 400, body: { message: "This text is refused" } });
  await expect(translateWith(provider)).rejects.toMatchObject({ kind: "text" });
});

test("Google's answer to an unknown key pauses the machine, and does not give up the text", async () => {
  const error = {
    code: 400,
    message: "API key not valid. Please pass a valid API key.",
    status: "INVALID_ARGUMENT",
    details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
  };
  machine.answer = () => ({ status: 400, body: { error } });
  await expect(translateWith("google")).rejects.toMatchObject({ kind: "off", problem: "key" });
});

test("a redirect is not followed, because it would send the key along", async () => {
  machine.answer = () => ({ status: 307, headers: { location: `${machine.url}/elsewhere` }, body: "" });
  await expect(translateWith("deepl")).rejects.toMatchObject({ kind: "passing", message: "307" });
  expect(machine.calls).toHaveLength(1);
});

test("a truncated text is not accepted as a translation", async () => {
  machine.answer = () => ({ body: { choices: [{ finish_reason: "length", message: { content: "Hel" } }] } });
  await expect(translateWith("openai")).rejects.toMatchObject({ kind: "passing" });
});

test("no answer within 5 seconds is a temporary error", { timeout: 10_000 }, async () => {
  machine.answer = () => ({ body: null });
  const start = performance.now();
  await expect(translateWith("google")).rejects.toMatchObject({ message: "No answer within 5 seconds." });
  expect(performance.now() - start).toBeGreaterThan(4_900);
  expect(performance.now() - start).toBeLessThan(7_000);
});
