import { afterAll } from "vitest";
import { startPlatforms } from "./channels.ts";
import { openWorld } from "./open-world.ts";

/** A server with its people, at an address of its own, that speaks with stand-ins of both platforms. */
export async function openChannelWorld() {
  const platforms = await startPlatforms();
  afterAll(() => platforms.close());
  const { server, world } = await openWorld({ channels: platforms.channels });
  return { platforms, server, world, address: await server.listen() };
}
