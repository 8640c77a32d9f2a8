import { expect, test } from "vitest";
import { isPlatformRedirect } from "./way-back.ts";

const isRedirectFromPlatform = (url: string, fetchSite?: string, method = "GET") =>
  isPlatformRedirect({
    method,
    url,
    headers: fetchSite === undefined ? {} : { "sec-fetch-site": fetchSite },
  });

test("who comes back from a platform is led on once, to a navigation of this site", () => {
  expect(isRedirectFromPlatform("/bots/callback?code=a&state=b", "cross-site")).toBe(true);
  expect(isRedirectFromPlatform("/bots/callback", "cross-site")).toBe(true);
  expect(isRedirectFromPlatform("/bots/callback?code=a&state=b", "same-origin")).toBe(false);
  expect(isRedirectFromPlatform("/bots/callback?code=a&state=b", "none")).toBe(false);
});

test("no other page and no browser that does not say where it comes from is led on, so that none goes round in circles", () => {
  expect(isRedirectFromPlatform("/bots/callback?code=a")).toBe(false);
  expect(isRedirectFromPlatform("/bots/callbacks", "cross-site")).toBe(false);
  expect(isRedirectFromPlatform("/chat", "cross-site")).toBe(false);
  expect(isRedirectFromPlatform("/bots/callback", "cross-site", "POST")).toBe(false);
});
