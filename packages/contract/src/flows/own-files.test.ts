import { expect, test } from "vitest";
import { botFileAddress, botFileKeysIn, isOwnFile, withWholeAddresses } from "./own-files.ts";
import { shownOn } from "./shown/shown.ts";
import { isMediaAddress } from "./texts.ts";

const key = "0123456789abcdef0123456789abcdef";
const own = botFileAddress(key);

test("an uploaded file is a valid address, and nothing else without a host is", () => {
  expect(isOwnFile(own) && isMediaAddress(own)).toBe(true);
  for (const other of [
    `${own}0`,
    `${own}/small`,
    `${own}?x`,
    "/api/bots/files/x",
    "//evil.example/a",
    `${own}{{n}}`,
  ])
    expect(isOwnFile(other) || isMediaAddress(other)).toBe(false);
});

test("only own addresses in a story are found", () => {
  expect(
    botFileKeysIn(JSON.stringify([{ a: own }, { b: own }, `https://other.example${own}`, own.slice(0, -1)])),
  ).toEqual([key]);
});

test("people on platforms get whole addresses of the picture, of a file and of a card's picture", () => {
  const site = "https://bots.example";
  const whole = (said: Parameters<typeof withWholeAddresses>[0]) =>
    (["MESSENGER", "ZALO"] as const).map((platform) =>
      JSON.stringify(shownOn[platform](withWholeAddresses(said, site))),
    );
  const button = { id: "b", label: "Menu", address: own };
  for (const shown of [
    ...whole({ kind: "image", address: own, description: "" }),
    ...whole({ kind: "file", address: own, name: "Menu" }),
    ...whole({ kind: "card", title: "Salon", text: "", image: own, buttons: [] }),
    ...whole({ kind: "card", title: "Salon", text: "", image: null, buttons: [button] }),
  ])
    expect(shown).toContain(`"${site}${own}`.slice(1));
});
