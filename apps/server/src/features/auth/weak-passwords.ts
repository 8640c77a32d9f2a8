import { AppError } from "../../kit/errors.ts";

/** How many of the commonest passwords are refused with an ending of digits and signs, as guessing programs try them. */
const commonest = 2_000;
/** Letters that a password has to have beside the person's own name and address. */
const ownLetters = 4;
/** The product's own name is the first thing that somebody tries here. */
const productName = "kakehashi";

interface List {
  all: ReadonlySet<string>;
  commonest: ReadonlySet<string>;
}

/** Some 49,000 leaked passwords, the commonest first, in lower case. Read with the first password that is chosen. */
let list: Promise<List> | undefined;
function readList(): Promise<List> {
  list ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => {
    const passwords = dictionary["passwords-common"].map(String);
    return { all: new Set(passwords), commonest: new Set(passwords.slice(0, commonest)) };
  });
  return list;
}

/** Whom a password is for. Both may be unknown. */
export interface PasswordOwner {
  email?: string | undefined;
  name?: string | undefined;
}

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** What is written with digits and signs in place of letters. `1` and `!` stand for two. */
function readings(text: string): string[] {
  const plain = text
    .replaceAll("0", "o")
    .replaceAll("3", "e")
    .replace(/[4@]/g, "a")
    .replace(/[5$]/g, "s")
    .replaceAll("7", "t")
    .replaceAll("8", "b");
  return [text, plain.replace(/[1!|]/g, "i"), plain.replace(/[1!|]/g, "l")];
}

/** The parts of a name and an address that somebody who knows the person would try. */
function wordsOf({ email = "", name = "" }: PasswordOwner): string[] {
  const [mailbox = "", host = ""] = fold(email).split("@");
  const words = [fold(name), mailbox, host.split(".").slice(0, -1).join(" "), productName].flatMap((text) => [
    ...text.split(/[^\p{L}]+/u),
    text.replace(/[^\p{L}]+/gu, ""),
  ]);
  return [...new Set(words)].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

function isOwn(password: string, owner: PasswordOwner): boolean {
  const words = wordsOf(owner);
  return readings(password).some((reading) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ""), reading);
    return rest !== reading && rest.replace(/[^\p{L}]+/gu, "").length < ownLetters;
  });
}

/**
 * Whether a password that has the right characters is still among the first that somebody would guess: a leaked one,
 * a common one with a few signs behind, or one made of the owner's own name or address.
 */
export async function isWeakPassword(password: string, owner: PasswordOwner = {}): Promise<boolean> {
  const folded = fold(password);
  if (isOwn(folded, owner)) return true;
  const { all, commonest } = await readList();
  const core = /\p{L}(?:.*\p{L})?/su.exec(folded)?.[0] ?? "";
  // Behind letters that are written as digits the ending may begin anywhere: P4ssw0rd12.
  const cores = [core, ...[1, 2, 3, 4].map((ending) => folded.slice(0, -ending))];
  return (
    readings(folded).some((reading) => all.has(reading)) ||
    cores.some((text) => readings(text).some((reading) => commonest.has(reading)))
  );
}

/** Throws for a weak password, by the field it stands in. */
export async function assertStrong(password: string, owner: PasswordOwner): Promise<void> {
  if (await isWeakPassword(password, owner))
    throw new AppError("ERR.INPUT", { fields: { password: "weak_password" } });
}
