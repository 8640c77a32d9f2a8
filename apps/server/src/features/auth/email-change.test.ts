import { listActivity } from "@kakehashi/contract/audit";
import { forgotPassword, resetPassword, signIn, signUp } from "@kakehashi/contract/auth";
import {
  cancelEmailChange,
  checkEmailLink,
  confirmEmailChange,
  getEmailChange,
  requestEmailChange,
  undoEmailChange,
} from "@kakehashi/contract/email-change";
import { confirmTwoStep, setUpTwoStep } from "@kakehashi/contract/two-step";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { call } from "../../test/app.ts";
import { codeOf } from "../../test/authenticator.ts";
import { openWorld } from "../../test/open-world.ts";
import { wrongFor } from "../../test/two-step-desk.ts";
import { workOf } from "../../test/work.ts";
import { addPerson, type Person, password } from "../../test/world.ts";

const { server, world } = await openWorld();

const freshAddress = () => `${newId()}@kakehashi.example`;
const somebody = () =>
  addPerson(server, { email: freshAddress(), name: "Linh", role: "comtor", language: "vi" });
const ask = (person: Person, email: string) =>
  person.call(requestEmailChange, { body: { email, current_password: password } });
const confirm = (token: string) => call(server.app, confirmEmailChange, { body: { token } });
const undo = (token: string) => call(server.app, undoEmailChange, { body: { token } });
const stateOf = async (token: string) => (await call(server.app, checkEmailLink, { body: { token } })).data;
const addressOf = async (person: Person) => (await person.call(getAccount)).data.email;
const enter = (email: string) =>
  call(server.app, signIn, { body: { email, password, service: "kakehashi" } });

/** Asks for a change and returns the tokens from both mails. */
async function asked(person: Person, email: string): Promise<{ old: string; new: string }> {
  let toNew = "";
  const toOld = await server.mails.linkAfter(person.email, async () => {
    toNew = await server.mails.linkAfter(email, async () => {
      expect((await ask(person, email)).status).toBe(200);
    });
  });
  return { old: toOld, new: toNew };
}

/** Changes an address and returns the token that undoes it. */
async function changed(person: Person, email: string): Promise<string> {
  const tokens = await asked(person, email);
  await confirm(tokens.new);
  return server.mails.linkAfter(person.email, () => confirm(tokens.old));
}

test("an address changes once both mailboxes have confirmed, in any order, and sessions go on", async () => {
  for (const order of [
    ["old", "new"],
    ["new", "old"],
  ] as const) {
    const person = await somebody();
    const email = freshAddress();
    const tokens = await asked(person, email);
    expect((await person.call(getEmailChange)).data).toMatchObject({ email, old_confirmed: false });
    const [first, second] = order;
    expect((await confirm(tokens[first])).data).toEqual({ state: "half", kind: first });
    expect(await addressOf(person)).toBe(person.email);
    expect(await stateOf(tokens[second])).toEqual({ state: "open", kind: second });
    expect((await confirm(tokens[second])).data).toEqual({ state: "done", kind: second });
    expect(await addressOf(person)).toBe(email);
    expect((await person.call(getEmailChange)).data).toBeNull();
    expect([(await enter(person.email)).status, (await enter(email)).status]).toEqual([401, 200]);
    expect(await stateOf(tokens[first])).toEqual({ state: "done", kind: first });
    const told = (await person.call(listActivity)).data.map(({ action }) => action);
    expect(told).toEqual(expect.arrayContaining(["email.request", "email.change"]));
  }
});

test("asking takes the right password, another address, and is refused after five in a day", async () => {
  const person = await somebody();
  const wrong = await person.call(requestEmailChange, {
    body: { email: freshAddress(), current_password: "Wrong-Harbour-1" },
  });
  expect([wrong.status, wrong.error?.code]).toEqual([422, "AUTH.PASSWORD"]);
  const same = await ask(person, ` ${person.email.toUpperCase()} `);
  expect([same.status, Object.keys(same.error?.fields ?? {})]).toEqual([422, ["email"]]);
  for (let times = 0; times < 5; times++) expect((await ask(person, freshAddress())).status).toBe(200);
  const sixth = await ask(person, freshAddress());
  expect([sixth.status, Number(sixth.headers["retry-after"]) > 3600]).toEqual([429, true]);
});

test("where two-step sign-in is on, asking takes a code as well", async () => {
  const person = await somebody();
  const { secret } = (await person.call(setUpTwoStep, { body: { current_password: password } })).data;
  const { recovery_codes: codes } = (await person.call(confirmTwoStep, { body: { code: codeOf(secret) } }))
    .data;
  const without = await ask(person, freshAddress());
  expect([without.status, Object.keys(without.error?.fields ?? {})]).toEqual([422, ["code"]]);
  const giveCode = (code: string) =>
    person.call(requestEmailChange, {
      body: { email: freshAddress(), current_password: password, code },
    });
  const wrong = await giveCode(wrongFor(secret));
  expect([wrong.status, wrong.error?.code]).toEqual([422, "AUTH.CODE"]);
  expect((await person.call(getEmailChange)).data).toBeNull();
  expect((await giveCode(codes[0] ?? "")).status).toBe(200);
});

test("a newer request, a withdrawal and a new password make the links of an older one useless", async () => {
  const person = await somebody();
  const first = await asked(person, freshAddress());
  const second = await asked(person, freshAddress());
  expect((await confirm(first.old)).data).toEqual({ state: "dead", kind: null });
  expect((await person.call(cancelEmailChange)).status).toBe(200);
  expect((await person.call(cancelEmailChange)).status).toBe(404);
  expect(await stateOf(second.new)).toEqual({ state: "dead", kind: null });
  const third = await asked(person, freshAddress());
  const reset = await server.mails.linkAfter(person.email, () =>
    call(server.app, forgotPassword, { body: { email: person.email } }),
  );
  const fresh = "Other-Harbour-7";
  await call(server.app, resetPassword, { body: { token: reset, password: fresh, confirm_password: fresh } });
  expect(await stateOf(third.old)).toEqual({ state: "dead", kind: null });
});

test("a change that somebody else asked for is not found by others, and links expire after a day", async () => {
  const [person, other] = [await somebody(), await somebody()];
  const tokens = await asked(person, freshAddress());
  expect((await other.call(getEmailChange)).data).toBeNull();
  expect((await other.call(cancelEmailChange)).status).toBe(404);
  await server.db.pool.query(
    "update email_changes set expires_at = expires_at - interval '24 hours' where user_id = $1",
    [person.id],
  );
  expect((await confirm(tokens.old)).data).toEqual({ state: "expired", kind: "old" });
  expect((await person.call(getEmailChange)).data).toBeNull();
  expect(await stateOf("made-up")).toEqual({ state: "dead", kind: null });
});

test("nobody learns whether the new address has an account; its holder is told, and the change never happens", async () => {
  const person = await somebody();
  const observed = async (email: string) => {
    let answer: unknown;
    const work = await workOf(async () => {
      const { status, data } = await ask(person, email);
      answer = { status, ...data, email: "", expires_at: "" };
    });
    return { answer, work };
  };
  // This call loads the session, so that both calls below read the same one.
  await person.call(getAccount);
  let free: unknown;
  await server.mails.linkAfter(person.email, async () => {
    free = await observed(freshAddress());
  });
  const token = await server.mails.linkAfter(person.email, async () => {
    expect(await observed(world.an.email)).toEqual(free);
  });
  await server.mails.next(world.an.email);
  const told = server.mails.letters.filter(({ recipient }) => recipient === world.an.email);
  expect(told.map(({ text }) => text).filter((text) => text.includes("token="))).toEqual([]);
  expect(told).not.toEqual([]);
  expect((await confirm(token)).data).toEqual({ state: "half", kind: "old" });
  expect(await addressOf(person)).toBe(person.email);
});

test("the old address undoes the change within a week: every session and every later change ends", async () => {
  const person = await somebody();
  const email = freshAddress();
  const token = await changed(person, email);
  expect(await stateOf(token)).toEqual({ state: "open", kind: "undo" });
  expect((await confirm(token)).data).toEqual({ state: "open", kind: "undo" });
  const moved = { ...person, email };
  const onward = await changed(moved, freshAddress());
  expect((await undo(token)).data).toEqual({ state: "undone", kind: "undo" });
  expect((await person.call(getAccount)).status).toBe(401);
  expect((await enter(person.email)).status).toBe(200);
  expect((await undo(onward)).data).toEqual({ state: "dead", kind: null });
  expect((await undo(token)).data).toEqual({ state: "undone", kind: "undo" });
});

test("undoing a change takes off the second step that was switched on after it, and leaves one from before", async () => {
  const switchOn = async (person: Person) => {
    const { secret } = (await person.call(setUpTwoStep, { body: { current_password: password } })).data;
    const on = await person.call(confirmTwoStep, { body: { code: codeOf(secret) } });
    expect(on.status).toBe(200);
    return on.data.recovery_codes;
  };
  const robbed = await somebody();
  const token = await changed(robbed, freshAddress());
  await switchOn(robbed);
  expect((await undo(token)).data.state).toBe("undone");
  expect((await enter(robbed.email)).status).toBe(200);

  const guarded = await somebody();
  const [code] = await switchOn(guarded);
  const email = freshAddress();
  const body = { email, current_password: password, code };
  let toNew = "";
  const toOld = await server.mails.linkAfter(guarded.email, async () => {
    toNew = await server.mails.linkAfter(email, () => guarded.call(requestEmailChange, { body }));
  });
  await confirm(toNew);
  const undoing = await server.mails.linkAfter(guarded.email, () => confirm(toOld));
  expect((await undo(undoing)).data.state).toBe("undone");
  expect((await enter(guarded.email)).error?.code).toBe("AUTH.TWO_STEP");
});

test("after a week the change stays", async () => {
  const person = await somebody();
  const email = freshAddress();
  const token = await changed(person, email);
  await server.db.pool.query(
    "update email_changes set undo_until = undo_until - interval '7 days' where user_id = $1",
    [person.id],
  );
  expect((await undo(token)).data).toEqual({ state: "expired", kind: "undo" });
  expect(await addressOf(person)).toBe(email);
});

test("nobody else can have the old address while the change can be undone", async () => {
  const [person, other] = [await somebody(), await somebody()];
  const token = await changed(person, freshAddress());
  const known = server.mails.letters.filter(({ recipient }) => recipient === person.email).length;
  const body = { email: person.email, password, confirm_password: password, language: "en", name: "Eve" };
  expect((await call(server.app, signUp, { body })).status).toBe(200);
  const letter = await server.mails.next(person.email, known);
  expect(letter.text).not.toContain("token=");
  const agreed = await server.mails.linkAfter(other.email, () => ask(other, person.email));
  expect((await confirm(agreed)).data.state).toBe("half");
  expect(await addressOf(other)).not.toBe(person.email);
  expect((await undo(token)).data.state).toBe("undone");
  expect((await enter(person.email)).status).toBe(200);
});

test("of two accounts that move to one address at once, one gets it; a sign-up that nobody confirmed gives way", async () => {
  const [one, two] = [await somebody(), await somebody()];
  const email = freshAddress();
  const body = { email, password, confirm_password: password, language: "en", name: "Nobody" };
  await call(server.app, signUp, { body });
  await server.mails.next(email);
  const [first, second] = [await asked(one, email), await asked(two, email)];
  await Promise.all([confirm(first.new), confirm(second.new)]);
  const ends = await Promise.all([confirm(first.old), confirm(second.old)]);
  expect(ends.map(({ status, data }) => `${status} ${data.state}`).toSorted()).toEqual([
    "200 dead",
    "200 done",
  ]);
  const addresses = [await addressOf(one), await addressOf(two)];
  expect(addresses.filter((address) => address === email)).toHaveLength(1);
});

test("both links at once, and each of them twice, make one change", async () => {
  const person = await somebody();
  const email = freshAddress();
  const tokens = await asked(person, email);
  const ends = await Promise.all([tokens.old, tokens.new, tokens.old, tokens.new].map(confirm));
  expect(ends.every(({ status }) => status === 200)).toBe(true);
  expect(ends.some(({ data }) => data.state === "done")).toBe(true);
  expect(await addressOf(person)).toBe(email);
  const about =
    "select count(*)::int as count from audit_log where action = 'email.change' and subject_id = $1";
  expect((await server.db.pool.query(about, [person.id])).rows[0].count).toBe(1);
});
