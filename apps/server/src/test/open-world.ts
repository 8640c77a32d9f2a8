import { afterAll } from "vitest";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { addTestPeople, type TestPeople } from "./world.ts";

/**
 * Creates a whole server with its test people. The server does not listen until the test calls `server.listen()`.
 * Closes the server after the last test of the file. Call this function once in each test file, before the tests.
 */
export async function setUpTestServer(
  options?: TestAppOptions,
): Promise<{ server: TestApp; testPeople: TestPeople }> {
  const server = await createTestApp(options);
  afterAll(() => server.close());
  return { server, testPeople: await addTestPeople(server) };
}
