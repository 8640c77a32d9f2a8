import { expect, test } from "vitest";
import { addFullFileUrls } from "./full-file-urls.ts";
import { createBotFilePath, findBotFileKeys, isBotFileAddress } from "./own-files.ts";
import { bubbleConverterByPlatform } from "./shown/shown.ts";
import { isMediaAddress } from "./texts.ts";

const fileKey = "0123456789abcdef0123456789abcdef";
const ownFileAddress = createBotFilePath(fileKey);

test("an uploaded file is a valid address, and nothing else without a host is", () => {
  expect(isBotFileAddress(ownFileAddress) && isMediaAddress(ownFileAddress)).toBe(true);
  for (const foreignAddress of [
    `${ownFileAddress}0`,
    `${ownFileAddress}/small`,
    `${ownFileAddress}?x`,
    "/api/bots/files/x",
    "//evil.example/a",
    `${ownFileAddress}{{n}}`,
  ])
    expect(isBotFileAddress(foreignAddress) || isMediaAddress(foreignAddress)).toBe(false);
});

test("only own addresses in a story are found", () => {
  expect(
    findBotFileKeys(
      JSON.stringify([
        { a: ownFileAddress },
        { b: ownFileAddress },
        `https://other.example${ownFileAddress}`,
        ownFileAddress.slice(0, -1),
      ]),
    ),
  ).toEqual([fileKey]);
});

test("people on platforms get whole addresses of the picture, of a file and of a card's picture", () => {
  const siteUrl = "https://bots.example";
  const formatBubblesAsJson = (saidMessage: Parameters<typeof addFullFileUrls>[0]) =>
    (["MESSENGER", "ZALO"] as const).map((platform) =>
      JSON.stringify(bubbleConverterByPlatform[platform](addFullFileUrls(saidMessage, siteUrl))),
    );
  const button = { id: "b", label: "Menu", address: ownFileAddress };
  for (const shownBubbles of [
    ...formatBubblesAsJson({ kind: "image", address: ownFileAddress, description: "" }),
    ...formatBubblesAsJson({ kind: "file", address: ownFileAddress, name: "Menu" }),
    ...formatBubblesAsJson({
      kind: "card",
      title: "Salon",
      text: "",
      image: ownFileAddress,
      buttons: [],
    }),
    ...formatBubblesAsJson({ kind: "card", title: "Salon", text: "", image: null, buttons: [button] }),
  ])
    expect(shownBubbles).toContain(`"${siteUrl}${ownFileAddress}`.slice(1));
});
