import { listOwnSecurityEvents } from "@kakehashi/contract/audit";
import { requestPasswordReset, resetPassword, signIn, signUp } from "@kakehashi/contract/auth";
import {
  cancelEmailChange,
  checkEmailChangeLink,
  confirmEmailChange,
  getPendingEmailChange,
  requestEmailChange,
  undoEmailChange,
} from "@kakehashi/contract/email-change";
import { confirmTwoStep, setUpTwoStep } from "@kakehashi/contract/two-step";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { authenticatorCodeOf } from "../../test/authenticator.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { wrongCodeFor } from "../../test/two-step-desk.ts";
import { recordQueriesAndHashes } from "../../test/work.ts";
import { addSignedInPerson, type TestPerson, testPassword } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();

const createUnusedAddress = () => `${newId()}@kakehashi.example`;
const addPersonWithNewAddress = () =>
  addSignedInPerson(server, { email: createUnusedAddress(), name: "Linh", role: "comtor", language: "vi" });
const requestChange = (person: TestPerson, email: string) =>
  person.call(requestEmailChange, { body: { email, current_password: testPassword } });
const confirmByLink = (token: string) => callApi(server.app, confirmEmailChange, { body: { token } });
const undoChange = (token: string) => callApi(server.app, undoEmailChange, { body: { token } });
const readLinkState = async (token: string) =>
  (await callApi(server.app, checkEmailChangeLink, { body: { token } })).data;
const readEmailOf = async (person: TestPerson) => (await person.call(getAccount)).data.email;
const signInWith = (email: string) =>
  callApi(server.app, signIn, { body: { email, password: testPassword, service: "kakehashi" } });

/** Asks for a change of the e-mail address and returns the tokens from both mails. */
async function requestChangeLinks(person: TestPerson, email: string): Promise<{ old: string; new: string }> {
  let newAddressToken = "";
  const oldAddressToken = await server.mails.waitForLinkToken(person.email, async () => {
    newAddressToken = await server.mails.waitForLinkToken(email, async () => {
      expect((await requestChange(person, email)).status).toBe(200);
    });
  });
  return { old: oldAddressToken, new: newAddressToken };
}

/** Changes an e-mail address and returns the token that undoes the change. */
async function changeEmail(person: TestPerson, email: string): Promise<string> {
  const tokens = await requestChangeLinks(person, email);
  await confirmByLink(tokens.new);
  return server.mails.waitForLinkToken(person.email, () => confirmByLink(tokens.old));
}

test("an address changes once both mailboxes have confirmed, in any order, and sessions go on", async () => {
  for (const confirmationOrder of [
    ["old", "new"],
    ["new", "old"],
  ] as const) {
    const person = await addPersonWithNewAddress();
    const email = createUnusedAddress();
    const tokens = await requestChangeLinks(person, email);
    expect((await person.call(getPendingEmailChange)).data).toMatchObject({ email, old_confirmed: false });
    const [firstLinkKind, secondLinkKind] = confirmationOrder;
    expect((await confirmByLink(tokens[firstLinkKind])).data).toEqual({ state: "half", kind: firstLinkKind });
    expect(await readEmailOf(person)).toBe(person.email);
    expect(await readLinkState(tokens[secondLinkKind])).toEqual({ state: "open", kind: secondLinkKind });
    expect((await confirmByLink(tokens[secondLinkKind])).data).toEqual({
      state: "done",
      kind: secondLinkKind,
    });
    expect(await readEmailOf(person)).toBe(email);
    expect((await person.call(getPendingEmailChange)).data).toBeNull();
    expect([(await signInWith(person.email)).status, (await signInWith(email)).status]).toEqual([401, 200]);
    expect(await readLinkState(tokens[firstLinkKind])).toEqual({ state: "done", kind: firstLinkKind });
    const activity = (await person.call(listOwnSecurityEvents)).data.map(({ action }) => action);
    expect(activity).toEqual(expect.arrayContaining(["email.request", "email.change"]));
  }
});

test("a change needs the right password and a different address, and is refused after five in a day", async () => {
  const person = await addPersonWithNewAddress();
  const wrongPassword = await person.call(requestEmailChange, {
    body: { email: createUnusedAddress(), current_password: "Wrong-Harbour-1" },
  });
  expect([wrongPassword.status, wrongPassword.error?.code]).toEqual([422, "AUTH.PASSWORD"]);
  const sameAddressResponse = await requestChange(person, ` ${person.email.toUpperCase()} `);
  expect([sameAddressResponse.status, Object.keys(sameAddressResponse.error?.fields ?? {})]).toEqual([
    422,
    ["email"],
  ]);
  for (let times = 0; times < 5; times++)
    expect((await requestChange(person, createUnusedAddress())).status).toBe(200);
  const sixthResponse = await requestChange(person, createUnusedAddress());
  expect([sixthResponse.status, Number(sixthResponse.headers["retry-after"]) > 3600]).toEqual([429, true]);
});

test("with two-step sign-in a change also needs a code", async () => {
  const person = await addPersonWithNewAddress();
  const { secret } = (await person.call(setUpTwoStep, { body: { current_password: testPassword } })).data;
  const { recovery_codes: codes } = (
    await person.call(confirmTwoStep, { body: { code: authenticatorCodeOf(secret) } })
  ).data;
  const responseWithoutCode = await requestChange(person, createUnusedAddress());
  expect([responseWithoutCode.status, Object.keys(responseWithoutCode.error?.fields ?? {})]).toEqual([
    422,
    ["code"],
  ]);
  const requestChangeWithCode = (code: string) =>
    person.call(requestEmailChange, {
      body: { email: createUnusedAddress(), current_password: testPassword, code },
    });
  const wrongCodeResponse = await requestChangeWithCode(wrongCodeFor(secret));
  expect([wrongCodeResponse.status, wrongCodeResponse.error?.code]).toEqual([422, "AUTH.CODE"]);
  expect((await person.call(getPendingEmailChange)).data).toBeNull();
  expect((await requestChangeWithCode(codes[0] ?? "")).status).toBe(200);
});

test("a newer request, a withdrawal and a new password make the links of an older one useless", async () => {
  const person = await addPersonWithNewAddress();
  const firstRequest = await requestChangeLinks(person, createUnusedAddress());
  const secondRequest = await requestChangeLinks(person, createUnusedAddress());
  expect((await confirmByLink(firstRequest.old)).data).toEqual({ state: "dead", kind: null });
  expect((await person.call(cancelEmailChange)).status).toBe(200);
  expect((await person.call(cancelEmailChange)).status).toBe(404);
  expect(await readLinkState(secondRequest.new)).toEqual({ state: "dead", kind: null });
  const thirdRequest = await requestChangeLinks(person, createUnusedAddress());
  const resetToken = await server.mails.waitForLinkToken(person.email, () =>
    callApi(server.app, requestPasswordReset, { body: { email: person.email } }),
  );
  const changedPassword = "Other-Harbour-7";
  await callApi(server.app, resetPassword, {
    body: { token: resetToken, password: changedPassword, confirm_password: changedPassword },
  });
  expect(await readLinkState(thirdRequest.old)).toEqual({ state: "dead", kind: null });
});

test("a change that somebody else asked for is not found by others, and links expire after a day", async () => {
  const [person, otherPerson] = [await addPersonWithNewAddress(), await addPersonWithNewAddress()];
  const tokens = await requestChangeLinks(person, createUnusedAddress());
  expect((await otherPerson.call(getPendingEmailChange)).data).toBeNull();
  expect((await otherPerson.call(cancelEmailChange)).status).toBe(404);
  await server.db.pool.query(
    "update email_changes set expires_at = expires_at - interval '24 hours' where user_id = $1",
    [person.id],
  );
  expect((await confirmByLink(tokens.old)).data).toEqual({ state: "expired", kind: "old" });
  expect((await person.call(getPendingEmailChange)).data).toBeNull();
  expect(await readLinkState("made-up")).toEqual({ state: "dead", kind: null });
});

test("the answer does not reveal that the new address has an account, its owner gets a mail, and the change never happens", async () => {
  const person = await addPersonWithNewAddress();
  const recordChangeRequest = async (email: string) => {
    let response: unknown;
    const recordingPromise = await recordQueriesAndHashes(async () => {
      const { status, data } = await requestChange(person, email);
      response = { status, ...data, email: "", expires_at: "" };
    });
    return { answer: response, work: recordingPromise };
  };
  // Loads the person's session into the cache, so that the two measured requests do the same work.
  await person.call(getAccount);
  let freeAddressResponse: unknown;
  await server.mails.waitForLinkToken(person.email, async () => {
    freeAddressResponse = await recordChangeRequest(createUnusedAddress());
  });
  const token = await server.mails.waitForLinkToken(person.email, async () => {
    expect(await recordChangeRequest(testPeople.an.email)).toEqual(freeAddressResponse);
  });
  await server.mails.waitForMail(testPeople.an.email);
  const mails = server.mails.sentMails.filter(({ recipient }) => recipient === testPeople.an.email);
  expect(mails.map(({ text }) => text).filter((text) => text.includes("token="))).toEqual([]);
  expect(mails).not.toEqual([]);
  expect((await confirmByLink(token)).data).toEqual({ state: "half", kind: "old" });
  expect(await readEmailOf(person)).toBe(person.email);
});

test("the old address undoes the change within a week: every session and every later change ends", async () => {
  const person = await addPersonWithNewAddress();
  const email = createUnusedAddress();
  const token = await changeEmail(person, email);
  expect(await readLinkState(token)).toEqual({ state: "open", kind: "undo" });
  expect((await confirmByLink(token)).data).toEqual({ state: "open", kind: "undo" });
  const changedPerson = { ...person, email };
  const secondChange = await changeEmail(changedPerson, createUnusedAddress());
  expect((await undoChange(token)).data).toEqual({ state: "undone", kind: "undo" });
  expect((await person.call(getAccount)).status).toBe(401);
  expect((await signInWith(person.email)).status).toBe(200);
  expect((await undoChange(secondChange)).data).toEqual({ state: "dead", kind: null });
  expect((await undoChange(token)).data).toEqual({ state: "undone", kind: "undo" });
});

test("undoing a change takes off the second step that was switched on after it, and leaves one from before", async () => {
  const enableTwoStep = async (person: TestPerson) => {
    const { secret } = (await person.call(setUpTwoStep, { body: { current_password: testPassword } })).data;
    const confirmTwoStepResponse = await person.call(confirmTwoStep, {
      body: { code: authenticatorCodeOf(secret) },
    });
    expect(confirmTwoStepResponse.status).toBe(200);
    return confirmTwoStepResponse.data.recovery_codes;
  };
  const attackedPerson = await addPersonWithNewAddress();
  const token = await changeEmail(attackedPerson, createUnusedAddress());
  await enableTwoStep(attackedPerson);
  expect((await undoChange(token)).data.state).toBe("undone");
  expect((await signInWith(attackedPerson.email)).status).toBe(200);

  const personWithTwoStep = await addPersonWithNewAddress();
  const [code] = await enableTwoStep(personWithTwoStep);
  const email = createUnusedAddress();
  const body = { email, current_password: testPassword, code };
  let newAddressToken = "";
  const oldAddressToken = await server.mails.waitForLinkToken(personWithTwoStep.email, async () => {
    newAddressToken = await server.mails.waitForLinkToken(email, () =>
      personWithTwoStep.call(requestEmailChange, { body }),
    );
  });
  await confirmByLink(newAddressToken);
  const undoToken = await server.mails.waitForLinkToken(personWithTwoStep.email, () =>
    confirmByLink(oldAddressToken),
  );
  expect((await undoChange(undoToken)).data.state).toBe("undone");
  expect((await signInWith(personWithTwoStep.email)).error?.code).toBe("AUTH.TWO_STEP");
});

test("after a week the change stays", async () => {
  const person = await addPersonWithNewAddress();
  const email = createUnusedAddress();
  const token = await changeEmail(person, email);
  await server.db.pool.query(
    "update email_changes set undo_until = undo_until - interval '7 days' where user_id = $1",
    [person.id],
  );
  expect((await undoChange(token)).data).toEqual({ state: "expired", kind: "undo" });
  expect(await readEmailOf(person)).toBe(email);
});

test("nobody else can have the old address while the change can be undone", async () => {
  const [person, otherPerson] = [await addPersonWithNewAddress(), await addPersonWithNewAddress()];
  const token = await changeEmail(person, createUnusedAddress());
  const mailCountBefore = server.mails.sentMails.filter(({ recipient }) => recipient === person.email).length;
  const body = {
    email: person.email,
    password: testPassword,
    confirm_password: testPassword,
    language: "en",
    name: "Eve",
  };
  expect((await callApi(server.app, signUp, { body })).status).toBe(200);
  const mail = await server.mails.waitForMail(person.email, mailCountBefore);
  expect(mail.text).not.toContain("token=");
  const oldAddressToken = await server.mails.waitForLinkToken(otherPerson.email, () =>
    requestChange(otherPerson, person.email),
  );
  expect((await confirmByLink(oldAddressToken)).data.state).toBe("half");
  expect(await readEmailOf(otherPerson)).not.toBe(person.email);
  expect((await undoChange(token)).data.state).toBe("undone");
  expect((await signInWith(person.email)).status).toBe(200);
});

test("if two accounts change to one address at once, one gets it, and an unconfirmed sign-up gives way", async () => {
  const [firstPerson, secondPerson] = [await addPersonWithNewAddress(), await addPersonWithNewAddress()];
  const email = createUnusedAddress();
  const body = {
    email,
    password: testPassword,
    confirm_password: testPassword,
    language: "en",
    name: "Nobody",
  };
  await callApi(server.app, signUp, { body });
  await server.mails.waitForMail(email);
  const [firstTokens, secondTokens] = [
    await requestChangeLinks(firstPerson, email),
    await requestChangeLinks(secondPerson, email),
  ];
  await Promise.all([confirmByLink(firstTokens.new), confirmByLink(secondTokens.new)]);
  const confirmResponses = await Promise.all([
    confirmByLink(firstTokens.old),
    confirmByLink(secondTokens.old),
  ]);
  expect(confirmResponses.map(({ status, data }) => `${status} ${data.state}`).toSorted()).toEqual([
    "200 dead",
    "200 done",
  ]);
  const emailAddresses = [await readEmailOf(firstPerson), await readEmailOf(secondPerson)];
  expect(emailAddresses.filter((address) => address === email)).toHaveLength(1);
});

test("pressing both links at once, each twice, makes one change", async () => {
  const person = await addPersonWithNewAddress();
  const email = createUnusedAddress();
  const tokens = await requestChangeLinks(person, email);
  const confirmResponses = await Promise.all(
    [tokens.old, tokens.new, tokens.old, tokens.new].map(confirmByLink),
  );
  expect(confirmResponses.every(({ status }) => status === 200)).toBe(true);
  expect(confirmResponses.some(({ data }) => data.state === "done")).toBe(true);
  expect(await readEmailOf(person)).toBe(email);
  const changeCountQuery =
    "select count(*)::int as count from audit_log where action = 'email.change' and subject_id = $1";
  expect((await server.db.pool.query(changeCountQuery, [person.id])).rows[0].count).toBe(1);
});
