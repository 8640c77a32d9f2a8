import { createPost, deletePost, updatePost, uploadPostPicture } from "@kakehashi/contract/blog-editing";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";
import { deleteUnusedPictures, unusedPictureDays } from "./pictures.ts";

let server: TestApp;
let testPeople: TestPeople;
let pictureFile: Buffer;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  pictureFile = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#3d4eac" } })
    .png()
    .toBuffer();
});
afterAll(() => server.close());

const uploadPicture = async () =>
  (
    await testPeople.emma.call(uploadPostPicture, {
      body: pictureFile,
      headers: { "content-type": "image/png" },
    })
  ).data.address;
const postSource = (body: string) => `---\ntitle: Harbour\nsummary: About it\ntopic: Notes\n---\n\n${body}`;
const createTextWithPicture = (address: string) => ({ en: postSource(`![A harbour](${address})`), vi: "" });
const createPostWithSource = async (slug: string, source: { en: string; vi: string }) =>
  (await testPeople.emma.call(createPost, { body: { slug, cover: "bridge", author: "Emma", source } })).data;
const isPictureAvailable = async (address: string) =>
  (await server.app.http.inject({ url: address })).statusCode === 200;

const increaseUnusedDays = (days: number) =>
  server.db.pool.query("update blog_pictures set unused_since = unused_since - make_interval(days => $1)", [
    days,
  ]);
const pruneUnusedPictures = () => deleteUnusedPictures(server.db.kysely, []);

test("a picture goes when no post has shown it for a month, counted from when the last one stopped", async () => {
  const [shownPicture, linkedPicture, unlinkedPicture, removedPicture] = await Promise.all([
    uploadPicture(),
    uploadPicture(),
    uploadPicture(),
    uploadPicture(),
  ]);
  await createPostWithSource("kept", {
    en: createTextWithPicture(shownPicture).en,
    vi: postSource(`[A link](${linkedPicture})`),
  });
  const deletedPost = await createPostWithSource("left", createTextWithPicture(unlinkedPicture));
  const changedPost = await createPostWithSource("dropped", createTextWithPicture(removedPicture));
  await increaseUnusedDays(unusedPictureDays + 1);
  expect(await pruneUnusedPictures()).toBe(0);

  await testPeople.emma.call(deletePost, { params: { id: deletedPost.id } });
  const params = { id: changedPost.id };
  const setPostTexts = (source: { en: string; vi: string }) =>
    testPeople.emma.call(updatePost, { params, body: { source } });
  await setPostTexts({ en: postSource("Words."), vi: "" });
  expect(await pruneUnusedPictures()).toBe(0);
  await increaseUnusedDays(unusedPictureDays - 1);
  expect(await pruneUnusedPictures()).toBe(0);
  await setPostTexts(createTextWithPicture(removedPicture));
  await increaseUnusedDays(2);
  expect(await pruneUnusedPictures()).toBe(1);
  expect(
    await Promise.all([shownPicture, linkedPicture, unlinkedPicture, removedPicture].map(isPictureAvailable)),
  ).toEqual([true, true, false, true]);

  // The post shows the dropped picture again, so the picture is no longer unused. When it is then removed from the
  // post, a new period of 30 days begins.
  await setPostTexts({ en: postSource("Words."), vi: "" });
  expect(await pruneUnusedPictures()).toBe(0);
  expect(await isPictureAvailable(removedPicture)).toBe(true);
});

test("a picture that was never used is deleted at night", async () => {
  const unusedPicture = await uploadPicture();
  await increaseUnusedDays(unusedPictureDays + 1);
  const unlinkedPicture = await uploadPicture();
  await server.runJob("prune");
  await expect.poll(() => isPictureAvailable(unusedPicture), { timeout: 15_000 }).toBe(false);
  expect(await isPictureAvailable(unlinkedPicture)).toBe(true);
});
