import { getPost, listPosts } from "@kakehashi/contract/blog";
import {
  createPost,
  deletePost,
  getEditablePost,
  listEditablePosts,
  previewPost,
  updatePost,
  uploadPostPicture,
} from "@kakehashi/contract/blog-editing";
import { maximumPictureBytes } from "@kakehashi/contract/profiles";
import sharp from "sharp";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { seedBlogPosts } from "./seed.ts";
import { createPostViewCounter, type PageViewRequest } from "./views.ts";

const { server, testPeople } = await setUpTestServer();

const createPostSource = (title: string, body = "Words.") =>
  `---\ntitle: ${title}\nsummary: About ${title}\ntopic: Notes\n---\n\n${body}`;
const createDraftBody = (slug: string) => ({
  slug,
  cover: "bridge",
  author: "Emma",
  source: { en: createPostSource(`${slug} en`), vi: createPostSource(`${slug} vi`) },
});
const createPostWithFields = async (slug: string, changedFields: object = {}) =>
  (await testPeople.emma.call(createPost, { body: { ...createDraftBody(slug), ...changedFields } })).data;
const readPost = (slug: string, language = "en") =>
  callApi(server.app, getPost, { params: { slug }, query: { language } });
const listSlugs = async (query: Record<string, string> = {}) =>
  (await callApi(server.app, listPosts, { query })).data.map(({ slug }) => slug);
const createYesterdayTime = () => new Date(Date.now() - 86_400_000).toISOString();

test("drafts and scheduled posts are visible to writers only until they are published", async () => {
  let publishedSiteChangeCount = 0;
  server.app.sitePageHooks.subscribeToSiteChanges(() => publishedSiteChangeCount++);
  const post = await createPostWithFields("first-words");
  expect(post.state).toBe("DRAFT");
  expect((await readPost("first-words")).status).toBe(404);
  const params = { id: post.id };
  const scheduledTime = new Date(Date.now() + 3_600_000).toISOString();
  const scheduleResponse = await testPeople.emma.call(updatePost, {
    params,
    body: { published_at: scheduledTime },
  });
  expect(scheduleResponse.data.state).toBe("SCHEDULED");
  expect(await listSlugs()).not.toContain("first-words");
  await testPeople.emma.call(updatePost, { params, body: { published_at: createYesterdayTime() } });
  expect(await readPost("first-words", "vi")).toMatchObject({
    status: 200,
    data: { title: "first-words vi", html: "<p>Words.</p>\n" },
  });
  expect(publishedSiteChangeCount).toBe(3);
  await testPeople.emma.call(updatePost, { params, body: { published_at: null } });
  expect((await readPost("first-words")).status).toBe(404);
});

test("pages are refreshed when a scheduled post is published, and not earlier", async () => {
  const timeInTwoSeconds = new Date(Date.now() + 2_000);
  await createPostWithFields("in-two-seconds", { published_at: timeInTwoSeconds.toISOString() });
  const { promise: firstSiteChangeTime, resolve } = Promise.withResolvers<number>();
  server.app.sitePageHooks.subscribeToSiteChanges(() => resolve(Date.now()));
  expect((await readPost("in-two-seconds")).status).toBe(404);
  expect(await firstSiteChangeTime).toBeGreaterThanOrEqual(timeInTwoSeconds.getTime());
  expect((await readPost("in-two-seconds")).status).toBe(200);
});

test("a former address and the id lead to the post, and no other post may take them", async () => {
  const { id } = await createPostWithFields("old-name", { published_at: createYesterdayTime() });
  await testPeople.emma.call(updatePost, { params: { id }, body: { slug: "new-name" } });
  for (const address of ["old-name", "new-name", id])
    expect((await readPost(address)).data.slug).toBe("new-name");
  const takenSlugResponse = await testPeople.emma.call(createPost, { body: createDraftBody("old-name") });
  expect(takenSlugResponse).toMatchObject({ status: 409, error: { code: "BLOG.SLUG_TAKEN" } });
  expect((await testPeople.emma.call(listEditablePosts)).data.some(({ slug }) => slug === "old-name")).toBe(
    false,
  );
  const renameBackResponse = await testPeople.emma.call(updatePost, {
    params: { id },
    body: { slug: "old-name" },
  });
  expect(renameBackResponse.data.slug).toBe("old-name");
  expect((await testPeople.emma.call(deletePost, { params: { id } })).status).toBe(200);
  expect((await readPost("old-name")).status).toBe(404);
});

test.each([
  ["slug", { slug: "Two Words" }],
  ["slug", { slug: "../etc" }],
  ["source.en", { source: { en: "no front matter", vi: createPostSource("x") } }],
  ["source.vi", { source: { en: createPostSource("x"), vi: "---\ntitle: x\n---\n" } }],
  ["cover", { cover: "<svg>" }],
  ["published_at", { published_at: "soon" }],
])("a wrong %s is refused: %j", async (field, changedFields) => {
  const { status, error } = await testPeople.emma.call(createPost, {
    body: { ...createDraftBody("wrong"), ...changedFields },
  });
  expect(status).toBe(422);
  expect(Object.keys(error?.fields ?? {})).toEqual([field]);
});

test.each(["nothing-here", "a".repeat(121), "%00", "'; drop table blog_posts; --", "..", "Ω"])(
  "%s is not there",
  async (slug) => expect((await readPost(slug)).status).toBe(404),
);

test("a preview shows the result and saves nothing", async () => {
  const source = createPostSource("Preview", "Hello <script>x</script>");
  const { data } = await testPeople.emma.call(previewPost, { body: { source } });
  expect(data).toMatchObject({ title: "Preview", html: "<p>Hello &lt;script&gt;x&lt;/script&gt;</p>\n" });
  expect((await testPeople.emma.call(previewPost, { body: { source: "x" } })).status).toBe(422);
});

test.each([
  ["no beginning", /^Line 1 is not ---/],
  ["---\ntitle: x", /line 1 has no end/],
  ["---\ntitle: x\nno field\n---\n", /^Line 3 .*name: text/],
  ["---\ntitel: x\n---\n", /^Line 2: “titel” is not allowed/],
  ["---\ntitle: x\ntitle: y\n---\n", /^Line 3: “title” appears twice/],
  ["---\ntitle: x\nsummary:  \n---\n", /^Line 3: “summary” is empty/],
  [`---\ntitle: ${"x".repeat(201)}\n---\n`, /^Line 2: “title” is too long/],
  ["---\ntitle: x\nsummary: y\n---\n", /ends in line 4 has no “topic”/],
])("wrong front matter is told with its line and field: %j", async (source, expectedRefusal) => {
  const previewResponse = await testPeople.emma.call(previewPost, { body: { source } });
  expect(previewResponse.error?.fields?.source).toMatch(expectedRefusal);
  const response = await testPeople.emma.call(createPost, {
    body: { ...createDraftBody("wrong"), source: { en: createPostSource("x"), vi: source } },
  });
  expect(response.status).toBe(422);
  expect(response.error?.fields?.["source.vi"]).toMatch(expectedRefusal);
});

test("a draft may lack a language, a published post may not", async () => {
  const post = await createPostWithFields("half", { source: { en: createPostSource("Half"), vi: "" } });
  expect(post).toMatchObject({ state: "DRAFT", title: { en: "Half", vi: null } });
  const params = { id: post.id };
  const earlyPublishResponse = await testPeople.emma.call(updatePost, {
    params,
    body: { published_at: createYesterdayTime() },
  });
  expect(Object.keys(earlyPublishResponse.error?.fields ?? {})).toEqual(["source.vi"]);
  expect(
    (
      await testPeople.emma.call(createPost, {
        body: { ...createDraftBody("no"), source: { en: "", vi: " " } },
      })
    ).status,
  ).toBe(422);
  const body = {
    published_at: createYesterdayTime(),
    source: { en: createPostSource("Half"), vi: createPostSource("Nửa") },
  };
  expect((await testPeople.emma.call(updatePost, { params, body })).data.state).toBe("PUBLISHED");
});

test("if two people change one post, the second gets a conflict, and nothing is overwritten", async () => {
  const { id, version } = await createPostWithFields("shared");
  const savePost = (body: object) => testPeople.emma.call(updatePost, { params: { id }, body });
  const responses = await Promise.all([
    savePost({ version, author: "One" }),
    savePost({ version, author: "Two" }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(responses.find(({ status }) => status === 409)?.error?.code).toBe("BLOG.CHANGED");
  const updatedPost = responses.find(({ status }) => status === 200)?.data;
  expect((await testPeople.emma.call(getEditablePost, { params: { id } })).data).toMatchObject({
    author: updatedPost?.author,
    version: version + 1,
    changed_by: testPeople.emma.name,
  });
});

test("writers find posts by state, address and text", async () => {
  await createPostWithFields("found-by-state", {
    published_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const listPosts = async (query: Record<string, string>) =>
    (await testPeople.emma.call(listEditablePosts, { query })).data.map(({ slug }) => slug);
  expect(await listPosts({ state: "SCHEDULED" })).toEqual(["found-by-state"]);
  expect(await listPosts({ search: "FOUND-by" })).toEqual(["found-by-state"]);
  expect(await listPosts({ search: "100%" })).toEqual([]);
  expect((await testPeople.emma.call(listEditablePosts, { query: { state: "x" } })).status).toBe(422);
});

test("100,000 characters in each language are a post, one more is too long", async () => {
  const textOfMaximumLength = createPostSource("Long").padEnd(100_000, "*_[`");
  const source = { en: textOfMaximumLength, vi: textOfMaximumLength };
  expect(
    (await testPeople.emma.call(createPost, { body: { ...createDraftBody("long"), source } })).status,
  ).toBe(200);
  const tooLongTexts = { en: `${textOfMaximumLength}x`, vi: textOfMaximumLength };
  const { status, error } = await testPeople.emma.call(createPost, {
    body: { ...createDraftBody("longer"), source: tooLongTexts },
  });
  expect(status).toBe(422);
  expect(Object.keys(error?.fields ?? {})).toEqual(["source.en"]);
});

test("a picture is stored without metadata, and its size is known", async () => {
  const uploadPicture = (body: Buffer | string, type = "image/png") =>
    testPeople.emma.call(uploadPostPicture, { body, headers: { "content-type": type } });
  const largePicture = sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: "#3d4eac" } });
  const file = await largePicture
    .withExif({ IFD0: { Copyright: "secret place" } })
    .jpeg()
    .toBuffer();
  const { data } = await uploadPicture(file, "image/jpeg");
  expect(data.address).toMatch(/-1600x800\.webp$/);
  const pictureResponse = await server.app.http.inject({ url: data.address });
  expect(pictureResponse.headers).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
  });
  const { width, exif } = await sharp(pictureResponse.rawPayload).metadata();
  expect({ width, exif }).toEqual({ width: 1_600, exif: undefined });
  const source = createPostSource("Picture", `![A harbour](${data.address})`);
  const { html } = (await testPeople.emma.call(previewPost, { body: { source } })).data;
  expect(html).toContain('alt="A harbour"');
  expect(html).toContain('width="1600" height="800"');

  expect((await uploadPicture("<svg/>", "image/svg+xml")).error?.code).toBe("BLOG.PICTURE");
  expect((await uploadPicture(Buffer.alloc(maximumPictureBytes + 1))).status).toBe(413);
  expect((await server.app.http.inject({ url: "/api/blog/pictures/nothing.webp" })).statusCode).toBe(404);
  const uploadRequest = { body: file, headers: { "content-type": "image/jpeg" } };
  expect((await testPeople.an.call(uploadPostPicture, uploadRequest)).status).toBe(403);
});

test("only admins write", async () => {
  const { id } = await createPostWithFields("guarded");
  for (const person of [testPeople.aiko, testPeople.an, testPeople.linh, testPeople.kenji]) {
    expect((await person.call(createPost, { body: createDraftBody("mine") })).status).toBe(403);
    expect((await person.call(getEditablePost, { params: { id } })).status).toBe(403);
    expect((await person.call(updatePost, { params: { id }, body: { author: "Me" } })).status).toBe(403);
    expect((await person.call(deletePost, { params: { id } })).status).toBe(403);
    expect((await person.call(previewPost, { body: { source: createPostSource("x") } })).status).toBe(403);
  }
});

const browserHeaders =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
const createPostView = (changedFields: Partial<PageViewRequest> = {}): PageViewRequest => ({
  url: "/blog/counted",
  method: "GET",
  ip: "192.0.2.1",
  headers: { "user-agent": browserHeaders },
  ...changedFields,
});

test("a reader is counted once a day, and programs, previews and reloads are not counted", async () => {
  await createPostWithFields("counted", { published_at: createYesterdayTime() });
  const viewCounter = createPostViewCounter(server.db.kysely);
  const readViewCount = async () => (await readPost("counted")).data.views;
  await Promise.all(Array.from({ length: 20 }, () => viewCounter.count(createPostView())));
  expect(await readViewCount()).toBe(1);
  const createHeaders = (extraHeaders: Record<string, string>) => ({
    headers: { "user-agent": browserHeaders, ...extraHeaders },
  });
  const otherAddress = "192.0.2.9";
  const uncountedViews: Partial<PageViewRequest>[] = [
    { ip: otherAddress, headers: { "user-agent": "Googlebot/2.1" } },
    { ip: otherAddress, headers: { "user-agent": "curl/8.0" } },
    { ip: otherAddress, headers: {} },
    { ip: otherAddress, ...createHeaders({ "sec-purpose": "prefetch;prerender" }) },
    { ip: otherAddress, ...createHeaders({ "sec-fetch-dest": "empty" }) },
    { ip: otherAddress, method: "HEAD" },
    { ip: otherAddress, url: "/blog" },
    // Readers are told apart only by their network address. So another browser at the same address is not counted as
    // another reader.
    { headers: { "user-agent": `${browserHeaders} Edg/140.0` } },
  ];
  for (const changedFields of uncountedViews) await viewCounter.count(createPostView(changedFields));
  expect(await readViewCount()).toBe(1);
  await viewCounter.count(createPostView({ ip: "192.0.2.2", url: "/vi/blog/counted?from=feed" }));
  await viewCounter.count(createPostView({ ip: "2001:db8::1" }));
  await viewCounter.count(createPostView({ ip: "2001:db8:0:0:1::2" }));
  expect(await readViewCount()).toBe(3);
  expect((await listSlugs({ order: "most_viewed" }))[0]).toBe("counted");
});

test("the first articles are created once, and a deleted one stays deleted", async () => {
  await Promise.all([seedBlogPosts(server.db), seedBlogPosts(server.db)]);
  const posts = (await testPeople.emma.call(listEditablePosts, { query: { paging: "100" } })).data;
  const seededPosts = posts.filter(({ author }) => author === "Kakehashi");
  expect(seededPosts).toHaveLength(6);
  for (const language of ["en", "vi"]) {
    for (const { slug } of seededPosts) {
      const { data } = await readPost(slug, language);
      expect(data.html.length).toBeGreaterThan(3000);
      expect(data.related).toHaveLength(3);
      expect(data.related.map((relatedPost) => relatedPost.slug)).not.toContain(slug);
    }
  }
  await testPeople.emma.call(deletePost, { params: { id: seededPosts[0]?.id ?? "" } });
  await seedBlogPosts(server.db);
  const postsAfterDeletion = (await testPeople.emma.call(listEditablePosts, { query: { paging: "100" } }))
    .data;
  expect(postsAfterDeletion.filter(({ author }) => author === "Kakehashi")).toHaveLength(5);
});
