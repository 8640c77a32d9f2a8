import { signUp } from "@kakehashi/contract/auth";
import { importBot } from "@kakehashi/contract/bots";
import { errorBody } from "@kakehashi/contract/kit/errors";
import { languages } from "@kakehashi/contract/languages";
import { expect, test } from "vitest";
import { z } from "zod";
import { setUpTestServer } from "../../test/open-world.ts";
import { newId } from "../ids.ts";
import { InputError, zodReportInputOptions } from "./input.ts";

const { server, testPeople } = await setUpTestServer();

async function errorFieldsOf(payload: object, language = "en"): Promise<Record<string, string>> {
  const response = await server.app.http.inject({
    method: "POST",
    url: `/api${signUp.path}`,
    headers: { cookie: `session_lang=${language}` },
    payload,
  });
  expect(response.body).not.toContain("open sesame");
  return response.json().error.fields;
}

test("a field of the wrong type is told from a missing one, in each language", async () => {
  for (const language of languages) {
    const { name, email, password } = await errorFieldsOf(
      { name: 5, email: null, password: ["open sesame"] },
      language,
    );
    expect(password).toBe(name);
    expect(email).not.toBe(name);
  }
  expect(await errorFieldsOf({ name: 5 })).toMatchObject({
    name: "This value has the wrong type.",
    password: "This is required.",
  });
});

async function importFile(file: object) {
  const response = await server.app.http.inject({
    method: "POST",
    url: `/api${importBot.path}`,
    headers: { authorization: `Bearer ${testPeople.kenji.tokens.access_token}` },
    payload: file,
  });
  const { error } = errorBody.parse(response.json());
  return {
    status: response.statusCode,
    fields: Object.keys(error.fields ?? {}),
    length: response.body.length,
  };
}

const botFile = {
  format: "kakehashi-bot",
  version: 1,
  bot: { name: "Full of mistakes", languages: ["en"], platforms: ["WEB"], hours: null },
};

test("a body with more mistakes than fit on the stack is refused by the name of the first", async () => {
  const blocks = Array.from({ length: 100 }, () => ({ type: "ask" }));
  const groups = Array.from({ length: 500 }, (_, index) => ({
    id: `g${index}`,
    title: "",
    x: 0,
    y: 0,
    blocks,
  }));
  const flow = { start: "g0", groups, edges: [], variables: [] };
  const importResult = await importFile({ ...botFile, flows: [{ id: newId(), name: "Main", flow }] });
  expect(importResult).toMatchObject({ status: 422, fields: ["flows.0.flow.groups.0.blocks.0.id"] });
});

test("an error names at most 100 fields", async () => {
  const unknownFields = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`unknown${index}`, 1]),
  );
  const importResult = await importFile({ ...botFile, ...unknownFields });
  expect(importResult.status).toBe(422);
  expect(importResult.fields).toHaveLength(100);
  expect(importResult.fields[0]).toBe("flows");
});

test("an error about input does not keep what was written", () => {
  const secret = "open sesame";
  const schema = z.strictObject({
    password: z.number(),
    either: z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]),
    codes: z.record(z.string().max(3), z.number()),
    both: z.string().refine(() => false),
  });
  const input = {
    password: secret,
    either: { a: secret },
    codes: { one: secret, [secret]: 1 },
    both: secret,
  };
  const { error } = schema.safeParse(input, zodReportInputOptions);
  const reportedIssues = new InputError(error?.issues ?? []).issues.map(
    ({ path, ...otherFields }) => otherFields,
  );
  expect(reportedIssues.length).toBeGreaterThan(3);
  expect(JSON.stringify(reportedIssues)).not.toContain(secret);
});
