import { signUp } from "@kakehashi/contract/auth";
import { languages } from "@kakehashi/contract/languages";
import { expect, test } from "vitest";
import { z } from "zod";
import { openWorld } from "../../test/open-world.ts";
import { InputError, reportInput } from "./route.ts";

const { server } = await openWorld();

async function fieldsOf(payload: object, language = "en"): Promise<Record<string, string>> {
  const answer = await server.app.http.inject({
    method: "POST",
    url: `/api${signUp.path}`,
    headers: { cookie: `session_lang=${language}` },
    payload,
  });
  expect(answer.body).not.toContain("open sesame");
  return answer.json().error.fields;
}

test("a field of the wrong type is told from a missing one, in each language", async () => {
  for (const language of languages) {
    const { name, email, password } = await fieldsOf(
      { name: 5, email: null, password: ["open sesame"] },
      language,
    );
    expect(password).toBe(name);
    expect(email).not.toBe(name);
  }
  expect(await fieldsOf({ name: 5 })).toMatchObject({
    name: "This value has the wrong type.",
    password: "This is required.",
  });
});

test("an error about input does not keep what was written", () => {
  const secret = "open sesame";
  const schema = z.strictObject({
    password: z.number(),
    either: z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]),
    codes: z.record(z.string().max(3), z.number()),
    both: z.string().refine(() => false),
  });
  const given = {
    password: secret,
    either: { a: secret },
    codes: { one: secret, [secret]: 1 },
    both: secret,
  };
  const { error } = schema.safeParse(given, reportInput);
  const kept = new InputError(error?.issues ?? []).issues.map(({ path, ...rest }) => rest);
  expect(kept.length).toBeGreaterThan(3);
  expect(JSON.stringify(kept)).not.toContain(secret);
});
