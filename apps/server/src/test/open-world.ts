import { afterAll } from "vitest";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { addTestPeople, type TestPeople } from "./world.ts";

/**
 * Starts the whole server with its test people. Closes the server after the last test of the file. Call this function
 * once in each test file, before the tests.
 */
export async function startTestServer(
  options?: TestAppOptions,
): Promise<{ server: TestApp; testPeople: TestPeople }> {
  const server = await createTestApp(options);
  afterAll(() => server.close());
  return { server, testPeople: await addTestPeople(server) };
}
