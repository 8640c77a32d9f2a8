import { signIn } from "@kakehashi/contract/auth";
import { getLiveEndpoint } from "@kakehashi/contract/live";
import { getAccount } from "@kakehashi/contract/users";
import { accountPassword, createAccount } from "../e2e/live-model/accounts.ts";
import { createApiCaller } from "../e2e/live-model/ask.ts";
import type { DeviceAccount } from "../e2e/live-model/device.ts";
import type { ServerProcess } from "../e2e/server.ts";
import type { FuzzCaller } from "./calls.ts";

/** The people of the demo workspace who send requests, one for each of four roles. */
const demoAccountByRole = { company: "aiko", dev: "an", comtor: "linh", admin: "emma" } as const;

/**
 * Environment variables of the server under test. They create the demo workspace, which has people of every role, and
 * raise the rate limits so much that few requests are refused because of them.
 */
export const serverSettings = { DEMO: "1", DEMO_PASSWORD: accountPassword, CALL_LIMITS_FACTOR: "9999" };

async function fetchAccessToken(address: string, key: string): Promise<string> {
  const body = { email: `${key}@kakehashi.example`, password: accountPassword, service: "kakehashi" };
  return (await createApiCaller(() => address)(signIn, { body })).data.access_token;
}

/** Signs a person of the demo workspace in. Returns the session's data. */
async function signInAccount(address: string, key: string): Promise<DeviceAccount> {
  const token = await fetchAccessToken(address, key);
  const callApi = createApiCaller(() => address, token);
  const [{ data: account }, { data: liveQueue }] = await Promise.all([
    callApi(getAccount),
    callApi(getLiveEndpoint),
  ]);
  return { id: account.id, token, endpoint: liveQueue.endpoint };
}

/** Returns all callers: one without an account, a newcomer, and one person for each role in `demoAccountByRole`. */
export async function signInCallers(server: ServerProcess): Promise<FuzzCaller[]> {
  const { address } = server;
  const newcomer = await createAccount(server, "newcomer");
  const signInAgain = () => fetchAccessToken(address, "newcomer");
  const callers: FuzzCaller[] = [
    { role: "stranger", token: undefined },
    { role: "newcomer", id: newcomer.id, token: newcomer.token, renewToken: signInAgain },
  ];
  for (const [role, key] of Object.entries(demoAccountByRole)) {
    const { id, token } = await signInAccount(address, key);
    callers.push({ role, id, token, renewToken: () => fetchAccessToken(address, key) });
  }
  return callers;
}

/** Signs in the three people that `fuzzFrames` needs. Each gets a new session. */
export async function signInPeopleForFrames({
  address,
}: ServerProcess): Promise<[DeviceAccount, DeviceAccount, DeviceAccount]> {
  return [
    await signInAccount(address, demoAccountByRole.company),
    await signInAccount(address, demoAccountByRole.comtor),
    await signInAccount(address, demoAccountByRole.dev),
  ];
}
