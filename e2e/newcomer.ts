import { confirmSignUp, signUp } from "@kakehashi/contract/auth";
import type { BrowserContext } from "playwright-core";
import { waitForMailedLink } from "./mail.ts";
import type { ServerProcess } from "./server.ts";

export interface NewcomerCredentials {
  readonly email: string;
  readonly password: string;
}

/** Registers a person and confirms the email address. The new account has no role and no language yet. */
export async function registerNewcomer(
  context: BrowserContext,
  server: ServerProcess,
  { email, password }: NewcomerCredentials,
): Promise<void> {
  const sendPostRequest = async (path: string, data: object) => {
    const response = await context.request.post(`${server.address}/api${path}`, {
      data,
      headers: { origin: server.address },
    });
    if (!response.ok()) throw new Error(await response.text());
  };
  await sendPostRequest(signUp.path, {
    email,
    password,
    confirm_password: password,
    language: "en",
    name: "Lê Minh Châu",
  });
  const link = new URL(await waitForMailedLink(server, email));
  await sendPostRequest(confirmSignUp.path, { token: link.searchParams.get("token"), password });
}
