import { createPost, deletePost, updatePost, uploadPostPicture } from "@kakehashi/contract/blog";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createWorld, type World } from "../../test/world.ts";
import { prunePictures, unusedPictureDays } from "./pictures.ts";

let server: TestApp;
let world: World;
let file: Buffer;

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
  file = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#3d4eac" } })
    .png()
    .toBuffer();
});
afterAll(() => server.close());

const upload = async () =>
  (await world.emma.call(uploadPostPicture, { body: file, headers: { "content-type": "image/png" } })).data
    .address;
const text = (body: string) => `---\ntitle: Harbour\nsummary: About it\ntopic: Notes\n---\n\n${body}`;
const textWithPicture = (address: string) => ({ en: text(`![A harbour](${address})`), vi: "" });
const write = async (slug: string, source: { en: string; vi: string }) =>
  (await world.emma.call(createPost, { body: { slug, cover: "bridge", author: "Emma", source } })).data;
const isServed = async (address: string) =>
  (await server.app.http.inject({ url: address })).statusCode === 200;

const passDays = (days: number) =>
  server.db.pool.query("update blog_pictures set unused_since = unused_since - make_interval(days => $1)", [
    days,
  ]);
const prune = () => prunePictures(server.db.kysely, []);

test("a picture goes when no post has shown it for a month, counted from when the last one stopped", async () => {
  const [linkedInText, linkedPicture, unlinkedPicture, droppedPicture] = await Promise.all([
    upload(),
    upload(),
    upload(),
    upload(),
  ]);
  await write("kept", { en: textWithPicture(linkedInText).en, vi: text(`[A link](${linkedPicture})`) });
  const deletedPost = await write("left", textWithPicture(unlinkedPicture));
  const changedPost = await write("dropped", textWithPicture(droppedPicture));
  await passDays(unusedPictureDays + 1);
  expect(await prune()).toBe(0);

  await world.emma.call(deletePost, { params: { id: deletedPost.id } });
  const params = { id: changedPost.id };
  const setTexts = (source: { en: string; vi: string }) =>
    world.emma.call(updatePost, { params, body: { source } });
  await setTexts({ en: text("Words."), vi: "" });
  expect(await prune()).toBe(0);
  await passDays(unusedPictureDays - 1);
  expect(await prune()).toBe(0);
  await setTexts(textWithPicture(droppedPicture));
  await passDays(2);
  expect(await prune()).toBe(1);
  expect(
    await Promise.all([linkedInText, linkedPicture, unlinkedPicture, droppedPicture].map(isServed)),
  ).toEqual([true, true, false, true]);

  // A post shows the picture again. If the post later no longer shows it, the 30 days until the picture's deletion
  // begin anew.
  await setTexts({ en: text("Words."), vi: "" });
  expect(await prune()).toBe(0);
  expect(await isServed(droppedPicture)).toBe(true);
});

test("a picture that was never used is deleted at night", async () => {
  const unusedPicture = await upload();
  await passDays(unusedPictureDays + 1);
  const unlinkedPicture = await upload();
  await server.runJob("prune");
  await expect.poll(() => isServed(unusedPicture), { timeout: 15_000 }).toBe(false);
  expect(await isServed(unlinkedPicture)).toBe(true);
});
