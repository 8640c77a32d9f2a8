import { expect, test } from "vitest";
import {
  countNarrowingFilters,
  filterOf,
  isOnlyOfPage,
  type TalkFilter,
  talkListAddress,
  withoutNarrowing,
} from "./filter.ts";

const id = "0199a3f0-0000-7000-8000-000000000001";
const whole: TalkFilter = {
  state: "mine",
  platform: "ZALO",
  pageId: id,
  agentId: id,
  tag: "khách quen",
  search: "Mai & Hà",
  isUnread: true,
};
const paramsOf = (address: string) => new URL(address, "http://here.invalid").searchParams;

test("a filter is read from the address that it wrote", () => {
  expect(filterOf(paramsOf(talkListAddress(whole)), "all")).toEqual(whole);
  expect(filterOf(paramsOf(talkListAddress(withoutNarrowing(whole))), "all")).toEqual(
    withoutNarrowing(whole),
  );
});

test("an open conversation is part of the path, not of the filter", () => {
  const address = talkListAddress(whole, id);
  expect(new URL(address, "http://here.invalid").pathname).toBe(`/schat/${id}`);
  expect(filterOf(paramsOf(address), "all")).toEqual(whole);
});

test("values in an address that the filter does not know are ignored and not sent to the server", () => {
  const params = new URLSearchParams({
    state: "lost",
    platform: "LINE",
    page: "listpage",
    agent: "1",
    unread: "yes",
    tag: ` ${"t".repeat(60)}`,
    search: "s".repeat(150),
  });
  expect(filterOf(params, "waiting")).toEqual({
    ...withoutNarrowing({ ...whole, state: "waiting" }),
    tag: "t".repeat(50),
    search: "s".repeat(100),
  });
});

test("the state and the search do not count as narrowing", () => {
  expect(countNarrowingFilters(whole)).toBe(5);
  expect(countNarrowingFilters({ ...withoutNarrowing(whole), search: "Mai" })).toBe(0);
});

test("the list is only of one page if nothing else narrows it", () => {
  const ofPage = { ...withoutNarrowing(whole), pageId: id };
  expect(isOnlyOfPage(ofPage)).toBe(true);
  expect(isOnlyOfPage({ ...ofPage, search: "Mai" })).toBe(false);
  expect(isOnlyOfPage({ ...ofPage, isUnread: true })).toBe(false);
  expect(isOnlyOfPage(withoutNarrowing(whole))).toBe(false);
});
