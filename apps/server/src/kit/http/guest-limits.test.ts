import fastify from "fastify";
import { expect, test } from "vitest";
import { createGuestLimits, createKnownGuestKeys, type GuestLimits } from "./guest-limits.ts";
import { enableCallLimits } from "./limits.ts";

const guestLimit = {
  perMinute: 2,
  byKey: { header: "x-key", perMinute: 2, perMinuteOfNetwork: 3 },
  byParam: { name: "shop", perMinute: 6 },
};

/** Creates a server with one endpoint that uses `GuestLimits`. Returns a function that sends a request to it. */
async function openLimits() {
  const app = fastify({ trustProxy: true });
  enableCallLimits(app, 1);
  const guestLimits: GuestLimits = createGuestLimits(app, { limit: guestLimit }, createKnownGuestKeys());
  app.get("/:shop", async (request) => {
    guestLimits.countRequest(request);
    guestLimits.rememberValidGuestKey(request);
    return {};
  });
  return async (network: string, key: string | null, shop = "one") =>
    (
      await app.inject({
        url: `/${shop}`,
        headers: { "x-forwarded-for": network, ...(key !== null && { "x-key": key }) },
      })
    ).statusCode < 400;
}

test("A known key has a limit of its own, and then takes nothing from its network", async () => {
  const callAsGuest = await openLimits();
  // Two guests with new keys send requests from the same network. After the first successful request of each, the
  // server knows their keys.
  expect([await callAsGuest("192.0.2.1", "a"), await callAsGuest("192.0.2.1", "b")]).toEqual([true, true]);
  expect([await callAsGuest("192.0.2.1", "a"), await callAsGuest("192.0.2.1", "a")]).toEqual([true, true]);
  for (let count = 0; count < 10; count++) expect(await callAsGuest("192.0.2.1", "a")).toBe(false);
  expect(await callAsGuest("192.0.2.1", "b")).toBe(true);
  // All known keys of one network share a limit (`perMinuteOfNetwork`), besides the limit of each key.
  expect(await callAsGuest("192.0.2.1", "b")).toBe(false);
});

test("Keys that are not known share what their network has without keys", async () => {
  const callAsGuest = await openLimits();
  expect([await callAsGuest("192.0.2.1", "a"), await callAsGuest("192.0.2.1", null)]).toEqual([true, true]);
  expect([await callAsGuest("192.0.2.1", "c"), await callAsGuest("192.0.2.1", null)]).toEqual([false, false]);
  expect(await callAsGuest("192.0.2.1", "a")).toBe(true);
  expect(await callAsGuest("192.0.2.2", "c")).toBe(true);
});

test("All callers together have a limit for each value of the parameter, and others are free", async () => {
  const callAsGuest = await openLimits();
  for (let network = 1; network <= 6; network++)
    expect(await callAsGuest(`192.0.2.${network}`, null)).toBe(true);
  expect(await callAsGuest("192.0.2.7", null)).toBe(false);
  expect(await callAsGuest("192.0.2.7", null, "two")).toBe(true);
});
