import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { listMessages } from "@kakehashi/contract/messages";
import { setAvatar } from "@kakehashi/contract/profiles";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { keepDatabaseRunning } from "../../kit/db/keep-running.ts";
import { migrate } from "../../kit/db/migrate.ts";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { applicationRole } from "../../test/cluster.ts";
import { createDirectRoom, trySendText } from "../../test/rooms.ts";
import { findMountProblem, SmallDisk } from "../../test/small-disk.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";

const mountProblem = findMountProblem();

describe.skipIf(mountProblem)(
  `a database whose disk is really full${mountProblem ? ` (${mountProblem})` : ""}`,
  () => {
    let databaseDisk: SmallDisk;
    let database: Awaited<ReturnType<typeof keepDatabaseRunning>>;
    let server: TestApp;
    let testPeople: TestPeople;
    let room: string;
    const loggedLines: string[] = [];

    beforeAll(async () => {
      databaseDisk = SmallDisk.mount(200);
      database = await keepDatabaseRunning(databaseDisk.folder, (line) => loggedLines.push(line));
      await migrate(database.url, join(import.meta.dirname, "../../migrations"), applicationRole);
      server = await createTestApp({ databaseUrl: database.url });
      testPeople = await addTestPeople(server);
      room = await createDirectRoom(testPeople.aiko, testPeople.an);
    });
    afterAll(async () => {
      // The database was unreachable, so the job queue has reported failures. The test expects and ignores them.
      server.jobErrors.length = 0;
      await server.close();
      await database.stop();
      databaseDisk.unmount();
    });

    /** Returns a random text. It cannot be compressed, so such texts fill the database's free pages quickly. */
    const createLongText = () => randomBytes(4_900).toString("hex");
    const listContents = async () => {
      const { data } = await testPeople.an.call(listMessages, {
        params: { id: room },
        query: { paging: "100" },
      });
      return data.map(({ content }) => content);
    };

    test("writes are refused with a full disk, reads still work, and writes work again with space", async () => {
      const avatar = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#3D4EAC" } })
        .png()
        .toBuffer();
      const setPicture = () =>
        testPeople.aiko.call(setAvatar, { body: avatar, headers: { "content-type": "image/png" } });
      expect((await trySendText(testPeople.aiko, room, "before")).status).toBe(200);
      await databaseDisk.fill();
      const acceptedContents = ["before"];
      for (;;) {
        const content = createLongText();
        const { status, error } = await trySendText(testPeople.aiko, room, content);
        if (status === 200) acceptedContents.push(content);
        else {
          expect([status, error?.code]).toEqual([507, "ERR.NO_SPACE"]);
          break;
        }
      }
      expect([200, 507]).toContain((await setPicture()).status);
      expect(await listContents()).toEqual(acceptedContents);
      databaseDisk.removeFillerFile();
      expect((await trySendText(testPeople.aiko, room, "after")).status).toBe(200);
      expect((await setPicture()).status).toBe(200);
      expect(await listContents()).toEqual([...acceptedContents, "after"]);
    });

    test("a database that stopped with a full log restarts once there is space", async () => {
      const contentsBefore = await listContents();
      await databaseDisk.fill();
      // Fills the disk with the write-ahead log until PostgreSQL stops, because it cannot write its log any more.
      await vi.waitUntil(
        async () => {
          await server.db.pool
            .query("select pg_logical_emit_message(true, 'full', repeat('x', 1000000))")
            .catch(() => {});
          return loggedLines.some((line) => line.startsWith("The database stopped"));
        },
        { timeout: 15_000 },
      );
      expect(await trySendText(testPeople.aiko, room, "into the void")).toMatchObject({
        status: 503,
        error: { code: "ERR.UNAVAILABLE" },
      });
      databaseDisk.removeFillerFile();
      await vi.waitUntil(() => loggedLines.includes("The database runs again"), { timeout: 15_000 });
      expect((await trySendText(testPeople.aiko, room, "and again")).status).toBe(200);
      expect(await listContents()).toEqual([...contentsBefore, "and again"]);
    }, 40_000);
  },
);
