import { setTimeout as wait } from "node:timers/promises";
import type { ServerProcess } from "./server.ts";

/** Milliseconds in which a mail must have come. */
const patience = 15_000;

/** The text of a mail as a mail program would show it. */
function plainText(mail: string): string {
  const boundary = /boundary="?([^"\r\n;]+)/.exec(mail)?.[1] ?? "";
  const part = mail.split(`--${boundary}`).find((each) => /^Content-Type: text\/plain/im.test(each)) ?? "";
  const [head = "", ...rest] = part.trimStart().split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString();
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** The link in the newest mail to an address, once it lies in the outbox. */
export async function mailedLink(server: ServerProcess, address: string): Promise<string> {
  const find = () => /https?:\/\/\S+token=[\w-]+/.exec(plainText(server.mailTo(address) ?? ""))?.[0];
  for (const until = performance.now() + patience; performance.now() < until; await wait(20)) {
    const link = find();
    if (link) return link;
  }
  throw new Error(`No mail with a link came to ${address}.`);
}
