import { EventEmitter, once } from "node:events";
import type { MailMessage } from "../features/mail/transport.ts";

/** Replaces the mail server and collects the sent mails. */
export class Postbox {
  readonly letters: MailMessage[] = [];
  readonly #events = new EventEmitter();

  /** A test can replace this function. It throws for a mail that the mail server refuses. */
  refuse: (letter: MailMessage) => void = () => {};

  add(mail: MailMessage): void {
    this.refuse(mail);
    this.letters.push(mail);
    this.#events.emit("mail");
  }

  /**
   * Returns the newest mail to an address. First waits until more than `mailsBefore` mails were sent to the address.
   */
  async next(recipient: string, mailsBefore = 0): Promise<MailMessage> {
    for (;;) {
      const mails = this.letters.filter((mail) => mail.recipient === recipient);
      const newest = mails.at(-1);
      if (newest && mails.length > mailsBefore) return newest;
      await once(this.#events, "mail");
    }
  }

  /**
   * Calls `requestMail` and waits for the mail to this address. Returns the token in the mail's link. Other mails may
   * arrive in between.
   */
  async waitForLinkToken(recipient: string, requestMail: () => Promise<unknown>): Promise<string> {
    const mailsWithLink = () =>
      this.letters.filter((mail) => mail.recipient === recipient && linkTokenPattern.test(mail.text));
    const mailsBefore = mailsWithLink().length;
    await requestMail();
    for (;;) {
      const mails = mailsWithLink();
      const newest = mails.at(-1);
      if (newest && mails.length > mailsBefore) return linkTokenOf(newest);
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
