import { expect, test } from "vitest";
import {
  buildTalkListPath,
  countActiveFilters,
  keepOnlyState,
  parseTalkFilter,
  showsAllChatsOfPage,
  type TalkFilter,
} from "./filter.ts";

const pageId = "0199a3f0-0000-7000-8000-000000000001";
const filterWithAllParts: TalkFilter = {
  state: "mine",
  platform: "ZALO",
  pageId,
  agentId: pageId,
  tag: "khách quen",
  search: "Mai & Hà",
  showsOnlyUnread: true,
};
const parseQueryParams = (address: string) => new URL(address, "http://here.invalid").searchParams;

test("a filter is read from the address that it wrote", () => {
  expect(parseTalkFilter(parseQueryParams(buildTalkListPath(filterWithAllParts)), "all")).toEqual(
    filterWithAllParts,
  );
  expect(
    parseTalkFilter(parseQueryParams(buildTalkListPath(keepOnlyState(filterWithAllParts))), "all"),
  ).toEqual(keepOnlyState(filterWithAllParts));
});

test("an open conversation is part of the path, not of the filter", () => {
  const address = buildTalkListPath(filterWithAllParts, pageId);
  expect(new URL(address, "http://here.invalid").pathname).toBe(`/schat/${pageId}`);
  expect(parseTalkFilter(parseQueryParams(address), "all")).toEqual(filterWithAllParts);
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
  expect(parseTalkFilter(params, "waiting")).toEqual({
    ...keepOnlyState({ ...filterWithAllParts, state: "waiting" }),
    tag: "t".repeat(50),
    search: "s".repeat(100),
  });
});

test("the state and the search do not count as narrowing", () => {
  expect(countActiveFilters(filterWithAllParts)).toBe(5);
  expect(countActiveFilters({ ...keepOnlyState(filterWithAllParts), search: "Mai" })).toBe(0);
});

test("the list is only of one page if nothing else narrows it", () => {
  const filterOfPage = { ...keepOnlyState(filterWithAllParts), pageId };
  expect(showsAllChatsOfPage(filterOfPage)).toBe(true);
  expect(showsAllChatsOfPage({ ...filterOfPage, search: "Mai" })).toBe(false);
  expect(showsAllChatsOfPage({ ...filterOfPage, showsOnlyUnread: true })).toBe(false);
  expect(showsAllChatsOfPage(keepOnlyState(filterWithAllParts))).toBe(false);
});
