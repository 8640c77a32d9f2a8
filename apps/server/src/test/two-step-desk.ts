import { listAudit } from "@kakehashi/contract/audit";
import { signIn } from "@kakehashi/contract/auth";
import {
  challengeCookieName,
  confirmTwoStep,
  setUpTwoStep,
  signInTwoStep,
} from "@kakehashi/contract/two-step";
import { expect, vi } from "vitest";
import { callApi, createTestApp, type TestApp } from "./app.ts";
import { authenticatorCodeOf } from "./authenticator.ts";
import { retryUntilSuccess } from "./eventually.ts";
import { addSignedInPerson, type TestPerson, testPassword } from "./world.ts";

/** The authenticator app shows each code for this many milliseconds, which is one time step. */
const codeLifetimeMs = 30_000;

export interface PersonWithTwoStep {
  person: TestPerson;
  secret: string;
  recoveryCodes: string[];
}

/** Returns a code that is wrong in the present time step, and in the two steps before and after it. */
export function wrongCodeFor(secret: string): string {
  const validCodes = [-2, -1, 0, 1, 2].map((steps) => authenticatorCodeOf(secret, steps));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !validCodes.includes(code)) ??
    ""
  );
}

/**
 * A server with people who sign in with an authenticator code. The server's clock moves only when the test moves it.
 */
export class TwoStepTestSetup {
  readonly server: TestApp;
  readonly admin: TestPerson;
  #people = 0;

  private constructor(server: TestApp, admin: TestPerson) {
    this.server = server;
    this.admin = admin;
  }

  static async start(): Promise<TwoStepTestSetup> {
    // Set the clock to the middle of a time step, so that no code expires during a test.
    vi.useFakeTimers({
      toFake: ["Date"],
      now: Math.floor(Date.now() / codeLifetimeMs) * codeLifetimeMs + codeLifetimeMs / 2,
    });
    const server = await createTestApp();
    const email = "emma@kakehashi.example";
    return new TwoStepTestSetup(
      server,
      await addSignedInPerson(server, { email, name: "Emma", role: "admin", language: "en" }),
    );
  }

  async close(): Promise<void> {
    vi.useRealTimers();
    await this.server.close();
  }

  advanceClock(steps: number): void {
    vi.setSystemTime(Date.now() + steps * codeLifetimeMs);
  }

  addPersonWithoutTwoStep(): Promise<TestPerson> {
    const email = `person${this.#people++}@kakehashi.example`;
    return addSignedInPerson(this.server, { email, name: "Linh", role: "comtor", language: "vi" });
  }

  /** Adds a person who signs in with an authenticator code. The code of the present time step is still unused. */
  async addPersonWithTwoStep(): Promise<PersonWithTwoStep> {
    const person = await this.addPersonWithoutTwoStep();
    const { data } = await person.call(setUpTwoStep, { body: { current_password: testPassword } });
    const confirmResponse = await person.call(confirmTwoStep, {
      body: { code: authenticatorCodeOf(data.secret) },
    });
    expect(confirmResponse.status).toBe(200);
    this.advanceClock(1);
    return { person, secret: data.secret, recoveryCodes: confirmResponse.data.recovery_codes };
  }

  signInWithPassword({ email }: TestPerson, typedPassword = testPassword) {
    return callApi(this.server.app, signIn, {
      body: { email, password: typedPassword, service: "kakehashi" },
    });
  }

  /** Signs in with the right password. Returns the cookie that the browser must send with the authenticator code. */
  async requestChallenge(person: TestPerson, typedPassword = testPassword): Promise<string> {
    const { error, cookies } = await this.signInWithPassword(person, typedPassword);
    expect(error?.code).toBe("AUTH.TWO_STEP");
    expect(cookies.map(({ name }) => name).sort()).toEqual(["device", challengeCookieName].sort());
    return cookies.find(({ name }) => name === challengeCookieName)?.value ?? "";
  }

  answerChallenge(challenge: string, code: string) {
    const headers = { cookie: `${challengeCookieName}=${challenge}` };
    return callApi(this.server.app, signInTwoStep, { body: { code }, headers });
  }

  mailsTo({ email }: TestPerson) {
    return this.server.mails.sentMails.filter(({ recipient }) => recipient === email);
  }

  async waitForMailWithSubject(person: TestPerson, subject: string) {
    await retryUntilSuccess(() =>
      expect(this.mailsTo(person).map((mail) => mail.subject)).toContain(subject),
    );
    return this.mailsTo(person).find((mail) => mail.subject === subject);
  }

  async readTwoStepActions({ id }: TestPerson) {
    const { data } = await this.admin.call(listAudit, { query: { search: "", user_id: id } });
    return data.map(({ action }) => action).filter((action) => action.startsWith("two-step."));
  }
}
