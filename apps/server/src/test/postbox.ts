import { EventEmitter, once } from "node:events";
import type { MailMessage } from "../features/mail/transport.ts";

/** Replaces the mail server and collects the mails that the server sends. */
export class Postbox {
  readonly sentMails: MailMessage[] = [];
  readonly #events = new EventEmitter();

  /** Called for each mail. A test can set a function that throws, as if the mail server had refused the mail. */
  onMail: (mail: MailMessage) => void = () => {};

  add(mail: MailMessage): void {
    this.onMail(mail);
    this.sentMails.push(mail);
    this.#events.emit("mail");
  }

  /** Waits until an address has received more than a given number of mails. Returns the newest of these mails. */
  async waitForMail(recipient: string, previousMailCount = 0): Promise<MailMessage> {
    for (;;) {
      const mails = this.sentMails.filter((mail) => mail.recipient === recipient);
      const newest = mails.at(-1);
      if (newest && mails.length > previousMailCount) return newest;
      await once(this.#events, "mail");
    }
  }

  /**
   * Runs `requestMail`, which makes the server send a mail with a link. Waits for that mail, even if mails without a
   * link arrive at this address first. Returns the token in the link.
   */
  async waitForLinkToken(recipient: string, requestMail: () => Promise<unknown>): Promise<string> {
    const mailsWithLink = () =>
      this.sentMails.filter((mail) => mail.recipient === recipient && linkTokenPattern.test(mail.text));
    const mailCountBefore = mailsWithLink().length;
    await requestMail();
    for (;;) {
      const mails = mailsWithLink();
      const newest = mails.at(-1);
      if (newest && mails.length > mailCountBefore) return linkTokenOf(newest);
      await once(this.#events, "mail");
    }
  }
}

const linkTokenPattern = /[?&]token=([\w-]+)/;

/** Returns the token in the link of a mail. */
export function linkTokenOf(mail: MailMessage): string {
  const token = linkTokenPattern.exec(mail.text)?.[1];
  if (!token) throw new Error(`No link in: ${mail.text}`);
  return token;
}
