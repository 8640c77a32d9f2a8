import { confirmEmailChange, requestEmailChange, undoEmailChange } from "@kakehashi/contract/email-change";
import { listIdentities } from "@kakehashi/contract/identities";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { expectedGoogleSignInRefusal, GoogleSignInTestSetup } from "../../test/google-sign-in.ts";
import { type TestPerson, testPassword } from "../../test/world.ts";

let googleSignIn: GoogleSignInTestSetup;

beforeAll(async () => {
  googleSignIn = await GoogleSignInTestSetup.start();
});
afterAll(() => googleSignIn.close());

/** Changes an account's e-mail address and returns the token that undoes the change. */
async function changeEmail(person: TestPerson, email: string): Promise<string> {
  const { app, mails } = googleSignIn.server;
  const confirmByLink = (token: string) => callApi(app, confirmEmailChange, { body: { token } });
  let newAddressToken = "";
  const oldAddressToken = await mails.waitForLinkToken(person.email, async () => {
    newAddressToken = await mails.waitForLinkToken(email, () =>
      person.call(requestEmailChange, { body: { email, current_password: testPassword } }),
    );
  });
  await confirmByLink(newAddressToken);
  return mails.waitForLinkToken(person.email, () => confirmByLink(oldAddressToken));
}

test("a linked Google account goes on opening its account after a change of address", async () => {
  const person = await googleSignIn.addPerson();
  googleSignIn.signInAtIssuerAs(person.email);
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).toBe(person.id);
  await changeEmail(person, googleSignIn.newEmailAddress());
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).toBe(person.id);
});

test("until the change can no longer be undone, Google opens no new account for the old address", async () => {
  const person = await googleSignIn.addPerson();
  await changeEmail(person, googleSignIn.newEmailAddress());
  googleSignIn.signInAtIssuerAs(person.email);
  expect(await googleSignIn.signInByGoogle()).toMatchObject(expectedGoogleSignInRefusal("taken"));
  await googleSignIn.server.db.pool.query(
    "update email_changes set undo_until = undo_until - interval '7 days' where user_id = $1",
    [person.id],
  );
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).not.toBe(person.id);
});

test("undoing a change removes the Google account that was linked after it", async () => {
  const person = await googleSignIn.addPerson();
  const email = googleSignIn.newEmailAddress();
  const token = await changeEmail(person, email);
  googleSignIn.signInAtIssuerAs(email);
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).toBe(person.id);
  expect((await person.call(listIdentities)).data).toMatchObject([{ email }]);
  await callApi(googleSignIn.server.app, undoEmailChange, { body: { token } });
  const { rows } = await googleSignIn.server.db.pool.query(
    "select email from identities where user_id = $1",
    [person.id],
  );
  expect(rows).toEqual([]);
});
