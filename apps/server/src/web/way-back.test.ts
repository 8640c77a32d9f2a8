import { expect, test } from "vitest";
import { isPlatformRedirect } from "./way-back.ts";

const findWayBack = (url: string, fetchSite?: string, method = "GET") =>
  isPlatformRedirect({
    method,
    url,
    headers: fetchSite === undefined ? {} : { "sec-fetch-site": fetchSite },
  });

test("who comes back from a platform is led on once, to a navigation of this site", () => {
  expect(findWayBack("/bots/callback?code=a&state=b", "cross-site")).toBe(true);
  expect(findWayBack("/bots/callback", "cross-site")).toBe(true);
  expect(findWayBack("/bots/callback?code=a&state=b", "same-origin")).toBe(false);
  expect(findWayBack("/bots/callback?code=a&state=b", "none")).toBe(false);
});

test("no other page and no browser that does not say where it comes from is led on, so that none goes round in circles", () => {
  expect(findWayBack("/bots/callback?code=a")).toBe(false);
  expect(findWayBack("/bots/callbacks", "cross-site")).toBe(false);
  expect(findWayBack("/chat", "cross-site")).toBe(false);
  expect(findWayBack("/bots/callback", "cross-site", "POST")).toBe(false);
});
