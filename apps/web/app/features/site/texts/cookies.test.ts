import * as identities from "@kakehashi/contract/identities";
import * as languages from "@kakehashi/contract/languages";
import * as sessions from "@kakehashi/contract/sessions";
import * as twoStep from "@kakehashi/contract/two-step";
import { expect, test } from "vitest";
import * as theme from "../../../kit/theme.ts";
import en from "./en/cookies.ts";
import ja from "./ja/cookies.ts";
import vi from "./vi/cookies.ts";

test("the cookie page lists every cookie", () => {
  const names = Object.entries({ ...identities, ...languages, ...sessions, ...twoStep, ...theme })
    .filter(([constantName]) => constantName.endsWith("CookieName"))
    .map(([, name]) => name)
    .sort();
  for (const { rows } of [en, vi, ja]) expect(rows.map(({ name }) => name).sort()).toEqual(names);
});
