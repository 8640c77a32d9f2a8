import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addPicture } from "./pictures.ts";

const { server } = await setUpTestServer();

test("pictures of linked pages are stored up to a bound of all of them together", async () => {
  const { kysely } = server.db;
  const addPictureOfSize = (size: number) => addPicture(kysely, { id: randomUUID(), size }, 1_000);
  expect(await addPictureOfSize(600)).toBe(true);
  expect(await addPictureOfSize(500)).toBe(false);
  expect(await addPictureOfSize(400)).toBe(true);
  expect(await addPictureOfSize(1)).toBe(false);
});

test("what is known of a page is deleted once it is too old to be used", async () => {
  const insertPreview = (url: string, preview: string | null, age: string) =>
    server.db.pool.query(
      "insert into link_previews (url, found, fetched_at) values ($1, $2, now() - $3::interval)",
      [`https://example.com/${url}`, preview, age],
    );
  await insertPreview("fresh", "{}", "6 days");
  await insertPreview("old", "{}", "8 days");
  await insertPreview("down", null, "10 minutes");
  await insertPreview("down-before", null, "2 hours");
  await server.runJob("prune");
  const listUrls = async () => {
    const { rows } = await server.db.pool.query("select url from link_previews order by url");
    return rows.map(({ url }) => url.split("/").at(-1));
  };
  await expect.poll(listUrls).toEqual(["down", "fresh"]);
});
