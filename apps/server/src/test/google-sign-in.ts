import { beginGoogleSignIn, identitySignInCookieName } from "@kakehashi/contract/identities";
import { type Account, getAccount } from "@kakehashi/contract/users";
import { expect } from "vitest";
import { callApi, createTestApp, type TestApp } from "./app.ts";
import { startTestIssuer, type TestIssuer } from "./issuer.ts";
import { addSignedInPerson, type TestPerson } from "./world.ts";

interface SignInStart {
  /** The URL of the OpenID Connect issuer, to which the server redirects the browser. */
  address: URL;
  /** The cookie that proves that the same browser starts and finishes the sign-in. */
  cookie: string;
}

interface SignInResult {
  status: number;
  /** The path and query to which the response redirects the browser. */
  to: string;
  cookies: Record<string, string>;
}

/** Returns the expected response to a refused sign-in: a redirect to the sign-in page, with the reason in the query. */
export const expectedGoogleSignInRefusal = (refusalCode: string, returnPath = "%2Fhome") => ({
  status: 200,
  to: `/login?next=${returnPath}&google=${refusalCode}`,
});

/**
 * A server with Google sign-in, and a browser that uses it. A local OpenID Connect issuer takes Google's place. The
 * browser signs in there and then returns to the server.
 */
export class GoogleSignInTestSetup {
  readonly server: TestApp;
  readonly identityProvider: TestIssuer;
  readonly admin: TestPerson;
  #people = 0;

  private constructor(server: TestApp, issuer: TestIssuer, admin: TestPerson) {
    this.server = server;
    this.identityProvider = issuer;
    this.admin = admin;
  }

  static async start(): Promise<GoogleSignInTestSetup> {
    const issuer = await startTestIssuer();
    const server = await createTestApp({
      google: { issuer: issuer.url, clientId: "kakehashi", clientSecret: "of-bridges" },
    });
    const email = "emma@kakehashi.example";
    return new GoogleSignInTestSetup(
      server,
      issuer,
      await addSignedInPerson(server, { email, name: "Emma", role: "admin", language: "en" }),
    );
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.identityProvider.stop();
  }

  newEmailAddress(): string {
    return `person${this.#people++}@kakehashi.example`;
  }

  addPerson(): Promise<TestPerson> {
    return addSignedInPerson(this.server, {
      email: this.newEmailAddress(),
      name: "Linh",
      role: "comtor",
      language: "vi",
    });
  }

  /**
   * Makes the OpenID Connect issuer sign in the person with this e-mail address. The claim `hd` holds the domain of the
   * address. Google sends this claim only if Google runs the domain's mailboxes.
   */
  signInAtIssuerAs(email: string, claims: Record<string, unknown> = {}): void {
    this.identityProvider.claims = {
      sub: `subject of ${email}`,
      email,
      email_verified: true,
      hd: email.slice(email.lastIndexOf("@") + 1).toLowerCase(),
      name: "グエン リン",
      ...claims,
    };
  }

  async beginSignIn(
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<SignInStart> {
    const redirect = await callApi(this.server.app, beginGoogleSignIn, { query, headers });
    expect(redirect.status).toBe(302);
    const cookie = redirect.cookies.find(({ name }) => name === identitySignInCookieName);
    return { address: new URL(String(redirect.headers.location)), cookie: cookie?.value ?? "" };
  }

  /**
   * Opens the issuer's page. Returns the query with which the OpenID Connect issuer redirects the browser back to the
   * server.
   */
  async consent({ address }: SignInStart): Promise<URLSearchParams> {
    const response = await fetch(address, { redirect: "manual" });
    const callbackUrl = new URL(response.headers.get("location") ?? "");
    expect(`${callbackUrl.origin}${callbackUrl.pathname}`).toBe(
      "http://localhost:3000/api/auth/google/callback",
    );
    return callbackUrl.searchParams;
  }

  async finishSignIn(callbackQuery: URLSearchParams | string, cookie?: string): Promise<SignInResult> {
    const response = await this.server.app.http.inject({
      url: `/api/auth/google/callback?${callbackQuery}`,
      headers: {
        "accept-language": "ja",
        ...(cookie && { cookie: `${identitySignInCookieName}=${cookie}` }),
      },
    });
    const redirectTarget = /content="0;url=([^"]*)"/.exec(response.body)?.[1] ?? "";
    return {
      status: response.statusCode,
      to: redirectTarget.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
      cookies: Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])),
    };
  }

  /** Runs a whole sign-in: opens the OpenID Connect issuer's page, gives consent there, and returns to the server. */
  async signInByGoogle(
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<SignInResult> {
    const signInStart = await this.beginSignIn(query, headers);
    return this.finishSignIn(await this.consent(signInStart), signInStart.cookie);
  }

  async readAccount(signInResult: SignInResult): Promise<Account> {
    return (await callApi(this.server.app, getAccount, { token: signInResult.cookies.access_token })).data;
  }

  mailsTo(email: string) {
    return this.server.mails.sentMails.filter(({ recipient }) => recipient === email);
  }
}
