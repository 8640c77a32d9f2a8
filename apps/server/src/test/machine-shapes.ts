import type { MachineOptions } from "../features/machine/service.ts";

/** The text to translate in all examples of `providerCallExamples`. */
export const textToTranslate = { text: "こんにちは {{0}}", from: "ja", to: "en" } as const;

/** The documented request, response and error responses of each translation provider. */
export const providerCallExamples = [
  {
    provider: "libretranslate",
    url: "/translate",
    headers: {},
    body: { q: textToTranslate.text, source: "ja", target: "en", format: "text", api_key: "a-secret" },
    answer: (text: string): unknown => ({ translatedText: text }),
    refusal: { error: "Slowdown: 20 per 1 minute" },
    says: "Slowdown: 20 per 1 minute",
  },
  {
    provider: "deepl",
    url: "/v2/translate",
    headers: { authorization: "DeepL-Auth-Key a-secret" },
    body: { text: [textToTranslate.text], source_lang: "JA", target_lang: "EN-US" },
    answer: (text: string): unknown => ({ translations: [{ detected_source_language: "JA", text }] }),
    refusal: { message: "Quota Exceeded" },
    says: "Quota Exceeded",
  },
  {
    provider: "google",
    url: "/language/translate/v2",
    headers: { "x-goog-api-key": "a-secret" },
    body: { q: [textToTranslate.text], source: "ja", target: "en", format: "text" },
    answer: (text: string): unknown => ({ data: { translations: [{ translatedText: text }] } }),
    refusal: { error: { code: 403, message: "Daily Limit Exceeded", errors: [] } },
    says: "Daily Limit Exceeded",
  },
  {
    provider: "azure",
    url: "/translate?api-version=3.0&from=ja&to=en&textType=plain",
    headers: { "ocp-apim-subscription-key": "a-secret", "ocp-apim-subscription-region": "japaneast" },
    body: [{ Text: textToTranslate.text }],
    answer: (text: string): unknown => [{ translations: [{ text, to: "en" }] }],
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
      messages: [{ role: "system" }, { role: "user", content: textToTranslate.text }],
    },
    answer: (text: string): unknown => ({
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
    }),
    refusal: { error: { message: "Incorrect API key provided: a-secret.", type: "invalid_request_error" } },
    says: "Incorrect API key provided: ….",
  },
] as const;

export const createMachineOptions = (provider: MachineOptions["provider"], url: string): MachineOptions => ({
  provider,
  url,
  key: "a-secret",
  region: "japaneast",
  model: "a-model",
  monthlyCharacters: null,
});
