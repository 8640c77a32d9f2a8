import { confirmSignUp, signIn, signUp } from "@kakehashi/contract/auth";
import { getLiveEndpoint } from "@kakehashi/contract/live";
import { getAccount } from "@kakehashi/contract/users";
import { waitForMailedLink } from "../mail.ts";
import type { ServerProcess } from "../server.ts";
import { createApiCaller } from "./ask.ts";
import type { DeviceAccount } from "./device.ts";

export const accountPassword = "Bridge2026";

/** Registers a person and confirms the email address with the link in the mail. Then signs the person in. */
export async function createAccount(server: ServerProcess, name: string): Promise<DeviceAccount> {
  const email = `${name}@kakehashi.example`;
  const callAsGuest = createApiCaller(() => server.address);
  await callAsGuest(signUp, {
    body: { email, password: accountPassword, confirm_password: accountPassword, language: "en", name },
  });
  const token = new URL(await waitForMailedLink(server, email)).searchParams.get("token");
  await callAsGuest(confirmSignUp, { body: { token, password: accountPassword } });
  const { data: tokens } = await callAsGuest(signIn, {
    body: { email, password: accountPassword, service: "kakehashi" },
  });
  const callApi = createApiCaller(() => server.address, tokens.access_token);
  const [{ data: account }, { data: liveQueue }] = await Promise.all([
    callApi(getAccount),
    callApi(getLiveEndpoint),
  ]);
  return { id: account.id, token: tokens.access_token, endpoint: liveQueue.endpoint };
}
