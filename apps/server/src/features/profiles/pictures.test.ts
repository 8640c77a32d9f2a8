import { maximumPictureBytes, setAvatar } from "@kakehashi/contract/profiles";
import { getAccount } from "@kakehashi/contract/users";
import sharp from "sharp";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();

const uploadPicture = (body: Buffer | string, type = "image/png") =>
  testPeople.an.call(setAvatar, { body, headers: { "content-type": type } });
const createPlainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#3d4eac" } });

test.each(["png", "jpeg", "webp", "gif"] as const)(
  "a %s becomes a square picture without anything but its pixels",
  async (format) => {
    const picture = await createPlainPicture(400, 300)
      .withExif({ IFD0: { Copyright: "secret place" } })
      .toFormat(format)
      .toBuffer();
    const { status, data } = await uploadPicture(picture);
    expect(status).toBe(200);
    expect((await testPeople.an.call(getAccount)).data.avatar).toBe(data.avatar);
    const pictureResponse = await server.app.http.inject({ url: data.avatar });
    expect(pictureResponse.headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
    });
    const { width, height, exif, format: storedFormat } = await sharp(pictureResponse.rawPayload).metadata();
    expect({ width, height, exif, kept: storedFormat }).toEqual({
      width: 256,
      height: 256,
      exif: undefined,
      kept: "webp",
    });
  },
);

test("a new picture takes the old one's place", async () => {
  const { data: firstPicture } = await uploadPicture(await createPlainPicture(10, 10).png().toBuffer());
  const { data: secondPicture } = await uploadPicture(await createPlainPicture(20, 20).png().toBuffer());
  expect(secondPicture.avatar).not.toBe(firstPicture.avatar);
  expect((await server.app.http.inject({ url: firstPicture.avatar })).statusCode).toBe(404);
});

test("pictures sent at once are no error, and one of them stands", async () => {
  const picture = await createPlainPicture(10, 10).png().toBuffer();
  const responses = await Promise.all(Array.from({ length: 6 }, () => uploadPicture(picture)));
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const { avatar } = (await testPeople.an.call(getAccount)).data;
  expect(responses.map(({ data }) => data.avatar)).toContain(avatar);
  expect((await server.app.http.inject({ url: avatar ?? "" })).statusCode).toBe(200);
});

test.each([
  ["a text that calls itself a picture", () => Buffer.from("hello, I am a picture")],
  ["a page that calls itself a picture", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
  [
    "an SVG with a script",
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ["a picture 30,000 pixels wide", () => createPlainPicture(30_000, 2).png().toBuffer()],
  ["a picture of more pixels than memory holds", () => createPlainPicture(9_000, 9_000).png().toBuffer()],
  ["half a picture", async () => (await createPlainPicture(600, 600).jpeg().toBuffer()).subarray(0, 900)],
  ["nothing", () => Buffer.alloc(0)],
])("%s is no picture", async (_, makeBytes) => {
  const avatarBefore = (await testPeople.an.call(getAccount)).data.avatar;
  const response = await uploadPicture(await makeBytes());
  expect([400, 422]).toContain(response.status);
  expect((await testPeople.an.call(getAccount)).data.avatar).toBe(avatarBefore);
});

test("what is sent as an SVG or as JSON is no picture either", async () => {
  expect((await uploadPicture("<svg/>", "image/svg+xml")).status).toBe(422);
  expect((await testPeople.an.call(setAvatar, { body: { avatar: "x" } })).status).toBe(422);
});

test("a file over 5 MB is too large", async () => {
  expect((await uploadPicture(Buffer.alloc(maximumPictureBytes + 1))).status).toBe(413);
});
