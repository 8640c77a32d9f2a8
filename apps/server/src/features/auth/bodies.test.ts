import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { z } from "zod";
import { callApi, unknownIdParams } from "../../test/app.ts";
import { inputJsonSchemaOptions } from "../../test/arbitrary.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();

/** The API calls with a request body that concern accounts, sessions, profiles or the admin pages. */
function listAccountEndpoints(): Endpoint[] {
  return server.app.endpoints.filter(
    ({ path, body }) =>
      body &&
      /^\/(sign-|password|refresh-token|users|companies|auth|contact|admin\/(users|plans|pages|categories|currencies))/.test(
        path,
      ),
  );
}

const tokenForGuard = ({ guard }: Endpoint) =>
  guard === "anyone" ? undefined : (guard === "admin" ? testPeople.emma : testPeople.an).tokens.access_token;

interface BodyFieldSchema {
  type?: string;
  anyOf?: BodyFieldSchema[];
  properties?: Record<string, BodyFieldSchema>;
}

/** The paths of a body's text fields: `name` for a field of the body itself, `names.ja` for a nested field. */
function textPathsOf({ properties = {} }: BodyFieldSchema): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const isTextField = [field, ...(field.anyOf ?? [])].some(({ type }) => type === "string");
    return isTextField ? [name] : textPathsOf(field).map((innerPath) => `${name}.${innerPath}`);
  });
}
const textFieldPathsOf = (body: z.ZodType) =>
  textPathsOf(z.toJSONSchema(body, inputJsonSchemaOptions) as BodyFieldSchema);

/** Returns a request body with only one field: `{names: {ja: text}}` for the path `names.ja`. */
const createBodyWithField = (path: string, text: string): unknown =>
  path.split(".").reduceRight<unknown>((innerValue, name) => ({ [name]: innerValue }), text);

test("10,000 characters in any field of an account's forms are refused, with that field named", async () => {
  const endpointsWithWrongResponse: string[] = [];
  let fieldCount = 0;
  for (const endpoint of listAccountEndpoints()) {
    for (const name of textFieldPathsOf(endpoint.body as z.ZodType)) {
      fieldCount++;
      for (const text of ["x".repeat(10_000), "架".repeat(10_000), "e\u0301".repeat(5_000)]) {
        const requestBody = {
          ...unknownIdParams(endpoint),
          body: createBodyWithField(name, text),
          token: tokenForGuard(endpoint),
        };
        const { status, error } = await callApi(server.app, endpoint, requestBody);
        if (status !== 422 || !error?.fields?.[name])
          endpointsWithWrongResponse.push(
            `${endpoint.method} ${endpoint.path} ${name}: ${status} ${JSON.stringify(error)}`,
          );
      }
    }
  }
  expect(endpointsWithWrongResponse).toEqual([]);
  expect(fieldCount).toBeGreaterThan(35);
});

test("unknown fields are refused, so nobody can make themself an admin, confirmed or accepted", () => {
  interface BodySchema {
    type?: string;
    additionalProperties?: unknown;
    anyOf?: BodySchema[];
    oneOf?: BodySchema[];
  }
  const refusesUnknownFields = ({ type, additionalProperties, anyOf, oneOf }: BodySchema): boolean =>
    (anyOf ?? oneOf)?.every(refusesUnknownFields) ?? (type !== "object" || additionalProperties === false);
  const endpointsWithOpenBody = server.app.endpoints
    .filter(
      ({ body }) => body && !refusesUnknownFields(z.toJSONSchema(body, inputJsonSchemaOptions) as BodySchema),
    )
    .map(({ method, path }) => `${method} ${path}`);
  expect(endpointsWithOpenBody).toEqual([]);
});

test("the admin role cannot be chosen", async () => {
  const endpointsWithRole = server.app.endpoints.filter(
    ({ body, guard }) => body && guard !== "admin" && textFieldPathsOf(body as z.ZodType).includes("role"),
  );
  expect(endpointsWithRole.length).toBeGreaterThan(0);
  for (const endpoint of endpointsWithRole) {
    const setRoleRequest = {
      ...unknownIdParams(endpoint),
      body: { role: "admin" },
      token: testPeople.an.tokens.access_token,
    };
    expect(Object.keys((await callApi(server.app, endpoint, setRoleRequest)).error?.fields ?? {})).toContain(
      "role",
    );
  }
  expect((await testPeople.an.call(getAccount)).data.role).toBe("dev");
});
