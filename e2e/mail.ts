import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** How many milliseconds a mail may take to arrive. */
const mailTimeoutMs = 15_000;

/** Returns the newest mail to an email address from a folder of `.eml` files. Undefined if there is none. */
export function readNewestMail(outbox: string, address: string): string | undefined {
  if (!existsSync(outbox)) return undefined;
  return readdirSync(outbox)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => readFileSync(join(outbox, name), "utf8"))
    .findLast((mail) => new RegExp(`^To: .*${address}`, "m").test(mail));
}

/** Decodes the plain-text part of a mail. */
function readPlainText(mail: string): string {
  const boundary = /boundary="?([^"\r\n;]+)/.exec(mail)?.[1] ?? "";
  const textSource =
    mail.split(`--${boundary}`).find((mailPart) => /^Content-Type: text\/plain/im.test(mailPart)) ?? "";
  const [partHeaders = "", ...bodyParts] = textSource.trimStart().split(/\r?\n\r?\n/);
  const body = bodyParts.join("\n\n");
  if (/base64/i.test(partHeaders)) return Buffer.from(body, "base64").toString();
  if (!/quoted-printable/i.test(partHeaders)) return body;
  const bytes = body
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

interface MailServer {
  readonly address: string;
  mailTo(address: string): string | undefined;
}

/** Waits for a mail to an email address, and returns the path of the link in it. */
export async function waitForMailedLink(server: MailServer, address: string): Promise<string> {
  const findLink = () =>
    /https?:\/\/[^/\s]+(\/\S+token=[\w-]+)/.exec(readPlainText(server.mailTo(address) ?? ""))?.[1];
  for (const deadlineMs = performance.now() + mailTimeoutMs; performance.now() < deadlineMs; await wait(20)) {
    const path = findLink();
    if (path) return server.address + path;
  }
  throw new Error(`No mail with a link came to ${address}.`);
}
