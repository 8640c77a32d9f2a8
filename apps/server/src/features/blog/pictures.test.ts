import { createPost, deletePost, updatePost, uploadPostPicture } from "@kakehashi/contract/blog";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createWorld, type World } from "../../test/world.ts";
import { deleteUnusedPictures, unusedPictureDays } from "./pictures.ts";

let server: TestApp;
let world: World;
let pictureFile: Buffer;

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
  pictureFile = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#3d4eac" } })
    .png()
    .toBuffer();
});
afterAll(() => server.close());

const uploadPicture = async () =>
  (await world.emma.call(uploadPostPicture, { body: pictureFile, headers: { "content-type": "image/png" } }))
    .data.address;
const postSource = (body: string) => `---\ntitle: Harbour\nsummary: About it\ntopic: Notes\n---\n\n${body}`;
const createTextWithPicture = (address: string) => ({ en: postSource(`![A harbour](${address})`), vi: "" });
const createPostWithSource = async (slug: string, source: { en: string; vi: string }) =>
  (await world.emma.call(createPost, { body: { slug, cover: "bridge", author: "Emma", source } })).data;
const isPictureServed = async (address: string) =>
  (await server.app.http.inject({ url: address })).statusCode === 200;

const addUnusedDays = (days: number) =>
  server.db.pool.query("update blog_pictures set unused_since = unused_since - make_interval(days => $1)", [
    days,
  ]);
const pruneUnusedPictures = () => deleteUnusedPictures(server.db.kysely, []);

test("a picture goes when no post has shown it for a month, counted from when the last one stopped", async () => {
  const [linkedInText, linkedPicture, unlinkedPicture, droppedPicture] = await Promise.all([
    uploadPicture(),
    uploadPicture(),
    uploadPicture(),
    uploadPicture(),
  ]);
  await createPostWithSource("kept", {
    en: createTextWithPicture(linkedInText).en,
    vi: postSource(`[A link](${linkedPicture})`),
  });
  const deletedPost = await createPostWithSource("left", createTextWithPicture(unlinkedPicture));
  const changedPost = await createPostWithSource("dropped", createTextWithPicture(droppedPicture));
  await addUnusedDays(unusedPictureDays + 1);
  expect(await pruneUnusedPictures()).toBe(0);

  await world.emma.call(deletePost, { params: { id: deletedPost.id } });
  const params = { id: changedPost.id };
  const setPostTexts = (source: { en: string; vi: string }) =>
    world.emma.call(updatePost, { params, body: { source } });
  await setPostTexts({ en: postSource("Words."), vi: "" });
  expect(await pruneUnusedPictures()).toBe(0);
  await addUnusedDays(unusedPictureDays - 1);
  expect(await pruneUnusedPictures()).toBe(0);
  await setPostTexts(createTextWithPicture(droppedPicture));
  await addUnusedDays(2);
  expect(await pruneUnusedPictures()).toBe(1);
  expect(
    await Promise.all([linkedInText, linkedPicture, unlinkedPicture, droppedPicture].map(isPictureServed)),
  ).toEqual([true, true, false, true]);

  // The post shows the dropped picture again, so the picture is no longer unused. When it is then removed from the
  // post, a new period of 30 days begins.
  await setPostTexts({ en: postSource("Words."), vi: "" });
  expect(await pruneUnusedPictures()).toBe(0);
  expect(await isPictureServed(droppedPicture)).toBe(true);
});

test("a picture that was never used is deleted at night", async () => {
  const unusedPicture = await uploadPicture();
  await addUnusedDays(unusedPictureDays + 1);
  const unlinkedPicture = await uploadPicture();
  await server.runJob("prune");
  await expect.poll(() => isPictureServed(unusedPicture), { timeout: 15_000 }).toBe(false);
  expect(await isPictureServed(unlinkedPicture)).toBe(true);
});
