import { AppError } from "../../kit/errors.ts";

/**
 * How many of the most common passwords are also refused with digits or punctuation at the end, because
 * guessing programs try such variants.
 */
const commonestPasswordCount = 2_000;
/** Minimum number of other letters in a password that contains parts of the person's own name or e-mail address. */
const minimumOtherLetterCount = 4;
/** The product's name, which people guess first. */
const productName = "kakehashi";

interface PasswordWordList {
  allPasswords: ReadonlySet<string>;
  commonestWords: ReadonlySet<string>;
}

/** About 49,000 leaked passwords in lower case, the most common first. Loaded on first use. */
let passwordWordList: Promise<PasswordWordList> | undefined;
function readWordList(): Promise<PasswordWordList> {
  passwordWordList ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => {
    const passwords = dictionary["passwords-common"].map(String);
    return {
      allPasswords: new Set(passwords),
      commonestWords: new Set(passwords.slice(0, commonestPasswordCount)),
    };
  });
  return passwordWordList;
}

/** The name and e-mail address of the person whose password is checked, if known. A password made of them is weak. */
export interface PasswordOwner {
  email?: string | undefined;
  name?: string | undefined;
}

const removeAccents = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Replaces digits and punctuation that stand for letters. `1` and `!` can stand for both i and l, so there are several
 * results.
 */
function replaceSymbolsByLetters(text: string): string[] {
  const textWithReplacedSymbols = text
    .replaceAll("0", "o")
    .replaceAll("3", "e")
    .replace(/[4@]/g, "a")
    .replace(/[5$]/g, "s")
    .replaceAll("7", "t")
    .replaceAll("8", "b");
  return [
    text,
    textWithReplacedSymbols.replace(/[1!|]/g, "i"),
    textWithReplacedSymbols.replace(/[1!|]/g, "l"),
  ];
}

/** Returns the parts of a person's name and e-mail address that a guesser would try. */
function listNamePartsOfOwner({ email = "", name = "" }: PasswordOwner): string[] {
  const [mailbox = "", host = ""] = removeAccents(email).split("@");
  const words = [removeAccents(name), mailbox, host.split(".").slice(0, -1).join(" "), productName].flatMap(
    (text) => [...text.split(/[^\p{L}]+/u), text.replace(/[^\p{L}]+/gu, "")],
  );
  return [...new Set(words)].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

function consistsOfOwnerNames(password: string, owner: PasswordOwner): boolean {
  const words = listNamePartsOfOwner(owner);
  return replaceSymbolsByLetters(password).some((passwordVariant) => {
    const remainingText = words.reduce((remainder, word) => remainder.replaceAll(word, ""), passwordVariant);
    return (
      remainingText !== passwordVariant &&
      remainingText.replace(/[^\p{L}]+/gu, "").length < minimumOtherLetterCount
    );
  });
}

/**
 * Whether a valid password is among the first guesses: a leaked password, a common one with a few characters
 * at the end, or one made of the owner's name or e-mail address.
 */
export async function isWeakPassword(password: string, owner: PasswordOwner = {}): Promise<boolean> {
  const foldedPassword = removeAccents(password);
  if (consistsOfOwnerNames(foldedPassword, owner)) return true;
  const { allPasswords, commonestWords } = await readWordList();
  const passwordWithoutSuffix = /\p{L}(?:.*\p{L})?/su.exec(foldedPassword)?.[0] ?? "";
  // In a password like P4ssw0rd12, digits stand for letters, and digits were added at the end. It is unknown which of
  // the last digits belong to the word, so all possible endings are tried.
  const possiblePasswordsWithoutEnding = [
    passwordWithoutSuffix,
    ...[1, 2, 3, 4].map((endingLength) => foldedPassword.slice(0, -endingLength)),
  ];
  return (
    replaceSymbolsByLetters(foldedPassword).some((passwordVariant) => allPasswords.has(passwordVariant)) ||
    possiblePasswordsWithoutEnding.some((text) =>
      replaceSymbolsByLetters(text).some((passwordVariant) => commonestWords.has(passwordVariant)),
    )
  );
}

/** Throws for a weak password. The error names the input field `password`. */
export async function assertStrongPassword(password: string, owner: PasswordOwner): Promise<void> {
  if (await isWeakPassword(password, owner))
    throw new AppError("ERR.INPUT", { fields: { password: "weak_password" } });
}
