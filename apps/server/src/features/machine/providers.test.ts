import { machineProviders } from "@kakehashi/contract/machine";
import { beforeEach, expect, test } from "vitest";
import { startFakeTranslationProvider } from "../../test/machine.ts";
import {
  createMachineOptions,
  providerCallExamples as shapes,
  textToTranslate,
} from "../../test/machine-shapes.ts";
import { type MachineTranslationOptions, requestProviderTranslation } from "./providers.ts";

const machine = await startFakeTranslationProvider();
beforeEach(() => {
  machine.calls = [];
});

const translateWithProvider = (provider: MachineTranslationOptions["provider"], stopSignal?: AbortSignal) =>
  requestProviderTranslation(createMachineOptions(provider, machine.url), textToTranslate, stopSignal);

test("every machine that can be configured is tested", () => {
  expect(shapes.map(({ provider }) => provider).sort()).toEqual([...machineProviders].sort());
});

test.each(shapes)("$provider is asked as it documents", async ({ provider, url, headers, body, answer }) => {
  machine.answer = () => ({ body: answer("Hello {{0}}") });
  expect(await translateWithProvider(provider)).toBe("Hello {{0}}");
  expect(machine.calls).toMatchObject([{ url, headers, body }]);
});

test("a server of OpenAI's kind is told from which language into which", async () => {
  machine.answer = () => ({
    body: { choices: [{ finish_reason: "stop", message: { content: "Hello {{0}}" } }] },
  });
  await translateWithProvider("openai");
  expect(machine.calls[0]?.body.messages[0].content).toContain("from Japanese to English");
});

test.each(
  shapes.flatMap((answerShape) => [401, 403, 429, 456, 503].map((status) => ({ ...answerShape, status }))),
)("$provider is left alone after $status", async ({ provider, refusal, says: expectedReason, status }) => {
  machine.answer = () => ({ status, body: refusal });
  await expect(translateWithProvider(provider)).rejects.toMatchObject({
    kind: "off",
    message: `${status}: ${expectedReason}`,
  });
});

test.each(shapes)("$provider is asked again after a temporary error", async ({ provider, answer }) => {
  const temporaryFailure = { kind: "passing" };
  machine.answer = () => ({ status: 500, body: "<html>oops</html>" });
  await expect(translateWithProvider(provider)).rejects.toMatchObject({
    ...temporaryFailure,
    message: "500",
  });
  machine.answer = () => ({ body: JSON.stringify(answer("Hello {{0}}")).slice(0, -3) });
  await expect(translateWithProvider(provider)).rejects.toMatchObject(temporaryFailure);
  machine.answer = () => ({ body: { unexpected: true } });
  await expect(translateWithProvider(provider)).rejects.toMatchObject(temporaryFailure);
  machine.answer = () => ({ body: JSON.stringify("x".repeat(1_100_000)) });
  await expect(translateWithProvider(provider)).rejects.toMatchObject(temporaryFailure);
  machine.answer = () => ({ status: 400, body: { message: "This text is refused" } });
  await expect(translateWithProvider(provider)).rejects.toMatchObject({ kind: "text" });
});

test("Google's answer to an unknown key pauses the machine, and does not give up the text", async () => {
  const error = {
    code: 400,
    message: "API key not valid. Please pass a valid API key.",
    status: "INVALID_ARGUMENT",
    details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
  };
  machine.answer = () => ({ status: 400, body: { error } });
  await expect(translateWithProvider("google")).rejects.toMatchObject({ kind: "off", problem: "key" });
});

test("a redirect is not followed, because it would send the key along", async () => {
  machine.answer = () => ({ status: 307, headers: { location: `${machine.url}/elsewhere` }, body: "" });
  await expect(translateWithProvider("deepl")).rejects.toMatchObject({ kind: "passing", message: "307" });
  expect(machine.calls).toHaveLength(1);
});

test("a truncated text is not accepted as a translation", async () => {
  machine.answer = () => ({ body: { choices: [{ finish_reason: "length", message: { content: "Hel" } }] } });
  await expect(translateWithProvider("openai")).rejects.toMatchObject({ kind: "passing" });
});

test("no answer of any machine within 5 seconds is a temporary error", { timeout: 10_000 }, async () => {
  machine.answer = () => ({ body: null });
  const startMs = performance.now();
  const refusedResults = await Promise.allSettled(
    shapes.map(({ provider }) => translateWithProvider(provider)),
  );
  expect(performance.now() - startMs).toBeGreaterThan(4_900);
  expect(performance.now() - startMs).toBeLessThan(7_000);
  const slowFailure = {
    status: "rejected",
    reason: { problem: "slow", message: "No answer within 5 seconds." },
  };
  expect(refusedResults).toMatchObject(shapes.map(() => slowFailure));
  expect(machine.calls).toHaveLength(shapes.length);
});
