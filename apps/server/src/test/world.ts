import { signIn } from "@kakehashi/contract/auth";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import type { CookieClientTokens, SessionTokens } from "@kakehashi/contract/sessions";
import type { Role } from "@kakehashi/contract/users";
import { hashPassword } from "../features/auth/passwords.ts";
import { newId, newSecret } from "../kit/ids.ts";
import { type ApiResponse, type CallInput, callApi, type TestApp } from "./app.ts";

/** The password of every test person. */
export const testPassword = "Bridge2026";

const testPersonData = {
  aiko: { name: "田中 愛子", role: "company", language: "ja" },
  an: { name: "Nguyễn Văn An", role: "dev", language: "vi" },
  minh: { name: "Trần Minh", role: "dev", language: "vi" },
  linh: { name: "Phạm Thùy Linh", role: "comtor", language: "vi" },
  kenji: { name: "佐藤 健司", role: "brse", language: "ja" },
  emma: { name: "Emma Clarke", role: "admin", language: "en" },
} as const satisfies Record<string, { name: string; role: Role; language: Language }>;
export type TestPersonKey = keyof typeof testPersonData;

export interface TestPerson {
  id: string;
  email: string;
  name: string;
  endpoint: string;
  tokens: SessionTokens;
  call<E extends Endpoint>(endpoint: E, callInput?: CallInput): Promise<ApiResponse<E>>;
}

export type TestPeople = Record<TestPersonKey, TestPerson>;

/**
 * Returns the access token and the refresh token from a sign-in response. Throws if the refresh token is missing, as it
 * is when the client asked for cookies only.
 */
export function requireBothTokens(data: CookieClientTokens): SessionTokens {
  if (data.refresh_token === undefined) throw new Error("The answer has no refresh token.");
  return { ...data, refresh_token: data.refresh_token };
}

let passwordHash: Promise<string> | undefined;

/** Adds a person with a confirmed account, and signs the person in. */
export async function addSignedInPerson(
  { app, db }: TestApp,
  account: { email: string; name: string; role: Role; language: Language },
): Promise<TestPerson> {
  passwordHash ??= hashPassword(testPassword);
  const id = newId();
  const endpoint = newSecret();
  await db.kysely
    .insertInto("users")
    .values({
      id,
      email: account.email,
      name: account.name,
      role: account.role,
      password_hash: await passwordHash,
      interface_language: "en",
      working_language: account.language,
      account_type: account.role === "company" ? "COMPANY" : "PERSONAL",
      live_endpoint: endpoint,
      confirmed_at: new Date(),
    })
    .execute();
  const { data, error } = await callApi(app, signIn, {
    body: { email: account.email, password: testPassword, service: "kakehashi" },
  });
  if (error) throw new Error(`${account.email} cannot sign in: ${error.message}`);
  const tokens = requireBothTokens(data);
  return {
    id,
    endpoint,
    email: account.email,
    name: account.name,
    tokens,
    call: (endpoint, callInput) => callApi(app, endpoint, { token: tokens.access_token, ...callInput }),
  };
}

/**
 * Creates the people of a test: a client (a company), two developers, a translator, a BrSE (bridge engineer) and an
 * admin.
 */
export async function addTestPeople(app: TestApp): Promise<TestPeople> {
  const people = await Promise.all(
    Object.entries(testPersonData).map(async ([key, person]) => [
      key,
      await addSignedInPerson(app, { email: `${key}@kakehashi.example`, ...person }),
    ]),
  );
  return Object.fromEntries(people) as TestPeople;
}
