import { afterAll } from "vitest";
import { startBothStandIns } from "./channels.ts";
import { setUpTestServer } from "./open-world.ts";

/**
 * Starts a server that listens on a port, creates its test people, and connects it to fake servers (stand-ins) of
 * Messenger and Zalo.
 */
export async function startChannelTestServer() {
  const platforms = await startBothStandIns();
  afterAll(() => platforms.close());
  const { server, testPeople } = await setUpTestServer({ channels: platforms.channels });
  return { platforms, server, testPeople, address: await server.listen() };
}
