import { afterAll } from "vitest";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { createWorld, type World } from "./world.ts";

/**
 * The whole server with its people, closed after the file's last test. Call it once a file, before the tests.
 */
export async function openWorld(options?: TestAppOptions): Promise<{ server: TestApp; world: World }> {
  const server = await createTestApp(options);
  afterAll(() => server.close());
  return { server, world: await createWorld(server) };
}
