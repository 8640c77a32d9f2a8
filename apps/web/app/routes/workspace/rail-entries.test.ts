import { roles } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { listShownNavigationEntries, listSwitcherPages, splitBarEntries } from "./rail-entries.tsx";

const listShownAddresses = (isNarrow: boolean) =>
  listShownNavigationEntries("brse", isNarrow).map(({ to }) => to);
const listOtherAddressesOfProjects = (isNarrow: boolean) =>
  listShownNavigationEntries("brse", isNarrow)
    .find(({ to }) => to === "/projects")
    ?.alsoCurrentPages?.map(({ to }) => to);

test("Bots have an entry of their own, except in the bar of a phone, where they are a page of the projects", () => {
  expect(listShownAddresses(false)).toContain("/bots");
  expect(listOtherAddressesOfProjects(false)).toEqual(["/teams", "/codes", "/schat"]);
  expect(listShownAddresses(true)).not.toContain("/bots");
  expect(listOtherAddressesOfProjects(true)).toEqual(["/teams", "/codes", "/bots", "/schat"]);
});

test.each(roles)("The quick switcher names each page once for %s", (role) => {
  const addressesOfPages = listSwitcherPages(role, ((key: string) => key) as never).map(({ to }) => to);
  expect(addressesOfPages).toEqual([...new Set(addressesOfPages)]);
  expect(addressesOfPages).toEqual(expect.arrayContaining(["/projects", "/bots", "/schat"]));
});

test.each(roles)(
  "The bar of a phone has at most six names for %s, and a menu has the other entries",
  (role) => {
    const { bar, menu } = splitBarEntries(role);
    expect([...bar, ...menu]).toEqual(listShownNavigationEntries(role, true));
    expect(bar.length + (menu.length > 0 ? 1 : 0)).toBeLessThanOrEqual(6);
    expect(menu).not.toHaveLength(1);
  },
);
