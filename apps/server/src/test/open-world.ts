import { afterAll } from "vitest";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { createWorld, type World } from "./world.ts";

/**
 * Starts the whole server with its test people. Closes the server after the last test of the file. Call this function
 * once in each test file, before the tests.
 */
export async function openWorld(options?: TestAppOptions): Promise<{ server: TestApp; world: World }> {
  const server = await createTestApp(options);
  afterAll(() => server.close());
  return { server, world: await createWorld(server) };
}
