import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createConversation } from "@kakehashi/contract/conversations";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Storage } from "../../kit/storage/storage.ts";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { findMountProblem, SmallDisk } from "../../test/small-disk.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";

test("without disk space a message with files is refused and leaves nothing, and text can still be sent", async () => {
  const fullStorage: Storage = {
    async storeFile() {
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    },
    copy: () => Promise.reject(new Error("Nothing is here")),
    read: () => Promise.reject(new Error("Nothing is here")),
    async remove() {},
    async assertWritable() {},
    close() {},
  };
  const server = await createTestApp({ storage: fullStorage });
  const { aiko, an } = await addTestPeople(server);
  const { data: room } = await aiko.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [an.id] },
  });
  const address = await server.listen();
  const form = new FormData();
  form.set("client_id", randomUUID());
  form.set("content", "with a file");
  form.append("files", new Blob(["bytes"]), "a.txt");
  const refusedResponse = await fetch(`${address}/api/conversations/${room.id}/messages`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${aiko.tokens.access_token}` },
  });
  expect(refusedResponse.status).toBe(507);
  expect(await refusedResponse.json()).toMatchObject({ error: { code: "FILE.NO_SPACE" } });
  expect(await readdir(join(server.dataDir, "incoming"))).toEqual(["resumable"]);

  const sendResponse = await aiko.call(sendMessage, {
    params: { id: room.id },
    body: { client_id: randomUUID(), content: "words alone" },
  });
  expect(sendResponse.status).toBe(200);
  const { data } = await an.call(listMessages, { params: { id: room.id } });
  expect(data.map((message) => message.content)).toEqual(["words alone"]);
  expect((await server.db.pool.query("select from files")).rowCount).toBe(0);
  await server.close();
});

const mountProblem = findMountProblem();

describe.skipIf(mountProblem)(
  `on a disk that is really full${mountProblem ? ` (${mountProblem})` : ""}`,
  () => {
    let smallDisk: SmallDisk;
    let server: TestApp;
    let testPeople: TestPeople;
    let room: string;
    let address: string;

    beforeAll(async () => {
      smallDisk = SmallDisk.mount(16);
      server = await createTestApp({ parentFolder: smallDisk.folder });
      testPeople = await addTestPeople(server);
      const body = { kind: "DIRECT", user_ids: [testPeople.an.id] };
      room = (await testPeople.aiko.call(createConversation, { body })).data.id;
      address = await server.listen();
    });
    afterAll(async () => {
      await server.close();
      smallDisk.unmount();
    });

    const authorizationHeader = () => ({ authorization: `Bearer ${testPeople.aiko.tokens.access_token}` });

    function sendFile(name: string, bytes: Uint8Array<ArrayBuffer>, language = "en"): Promise<Response> {
      const form = new FormData();
      form.set("client_id", randomUUID());
      form.append("files", new Blob([bytes]), name);
      const headers = { ...authorizationHeader(), "accept-language": language };
      return fetch(`${address}/api/conversations/${room}/messages`, { method: "POST", body: form, headers });
    }

    /**
     * Checks that every row in `files` has its bytes, that all stored bytes have a row, and that no unfinished upload
     * is left.
     */
    async function expectNoPartialFile(rows: number): Promise<void> {
      expect((await server.db.pool.query("select from files")).rowCount).toBe(rows);
      const storedFiles = await readdir(join(server.dataDir, "files"), { recursive: true }).catch(() => []);
      expect(storedFiles.filter((path) => path.endsWith("original"))).toHaveLength(rows);
      expect(await readdir(join(server.dataDir, "incoming"))).toEqual(["resumable"]);
      expect(await readdir(join(server.dataDir, "incoming", "resumable"))).toEqual([]);
    }

    test("on a full disk a file is refused in the sender's language, leaves nothing, and succeeds once there is room", async () => {
      const bytes = new Uint8Array(1024 * 1024).fill(65);
      await smallDisk.fill();
      for (const [language, expectedMessage] of [
        ["en", "There is no room left to store files."],
        ["vi", "Không còn dung lượng để lưu tệp."],
        ["ja", "ファイルを保存する空き容量がありません。"],
      ] as const) {
        const refusedFile = await sendFile("a.txt", bytes, language);
        const { error } = (await refusedFile.json()) as { error: { code: string; message: string } };
        expect([refusedFile.status, error.code]).toEqual([507, "FILE.NO_SPACE"]);
        expect(error.message).toContain(expectedMessage);
      }
      await expectNoPartialFile(0);
      smallDisk.removeFillerFile();
      expect((await sendFile("a.txt", bytes)).status).toBe(200);
      await expectNoPartialFile(1);
    });

    test("a picture without space for its renditions is refused, instead of becoming a document", async () => {
      const noiseImageOptions = {
        create: { width: 900, height: 900, channels: 3, background: "#888" },
      } as const;
      const picture = new Uint8Array(
        await sharp({
          ...noiseImageOptions,
          create: { ...noiseImageOptions.create, noise: { type: "gaussian", mean: 128, sigma: 60 } },
        })
          .png()
          .toBuffer(),
      );
      await smallDisk.fill(picture.length + 16 * 1024);
      const refusedPicture = await sendFile("noise.png", picture);
      expect(refusedPicture.status).toBe(507);
      await expectNoPartialFile(1);
      smallDisk.removeFillerFile();
      const uploadResponse = await sendFile("noise.png", picture);
      expect(await uploadResponse.json()).toMatchObject({
        data: { files: [{ category: "image", width: 900 }] },
      });
      await expectNoPartialFile(2);
    });

    test("an upload in pieces to a full disk is refused, and resumes when there is space", async () => {
      const encodeBase64 = (text: string) => Buffer.from(text).toString("base64");
      const sendTusRequest = (method: string, path: string, headers: Record<string, string>, body?: string) =>
        fetch(new URL(path, address), {
          method,
          headers: { "tus-resumable": "1.0.0", ...authorizationHeader(), ...headers },
          ...(body !== undefined && { body }),
        });
      const content = "x".repeat(2 * 1024 * 1024);
      const beginUpload = () =>
        sendTusRequest("POST", "/api/uploads", {
          "upload-length": String(content.length),
          "upload-metadata": `conversation_id ${encodeBase64(room)},filename ${encodeBase64("big.txt")}`,
        });
      const sendUploadPiece = (path: string, offset: number) =>
        sendTusRequest(
          "PATCH",
          path,
          { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
          content.slice(offset),
        );

      await smallDisk.fill();
      const refusedUpload = await beginUpload();
      expect([refusedUpload.status, await refusedUpload.json()]).toMatchObject([
        507,
        { error: { code: "FILE.NO_SPACE" } },
      ]);
      await expectNoPartialFile(2);

      smallDisk.removeFillerFile();
      const location = (await beginUpload()).headers.get("location") ?? "";
      await smallDisk.fill(512 * 1024);
      const refusedPieceResponse = await sendUploadPiece(location, 0);
      expect([refusedPieceResponse.status, await refusedPieceResponse.json()]).toMatchObject([
        507,
        { error: { code: "FILE.NO_SPACE" } },
      ]);
      smallDisk.removeFillerFile();
      const offset = Number((await sendTusRequest("HEAD", location, {})).headers.get("upload-offset"));
      expect(offset).toBeLessThan(content.length);
      const finalPieceResponse = await sendUploadPiece(location, offset);
      expect(await finalPieceResponse.json()).toMatchObject({
        data: { name: "big.txt", size: content.length },
      });
      const id = location.split("/").at(-1);
      const downloadResponse = await fetch(`${address}/api/files/${id}`, { headers: authorizationHeader() });
      expect((await downloadResponse.text()) === content).toBe(true);
      await expectNoPartialFile(3);
    });
  },
);
