import { afterAll } from "vitest";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { createWorld, type World } from "./world.ts";

/** The whole server and its cast, which go after the file's last test. Once a file, before its tests. */
export async function openWorld(options?: TestAppOptions): Promise<{ server: TestApp; world: World }> {
  const server = await createTestApp(options);
  afterAll(() => server.close());
  return { server, world: await createWorld(server) };
}
