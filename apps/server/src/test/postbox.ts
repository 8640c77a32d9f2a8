import { EventEmitter, once } from "node:events";
import type { MailMessage } from "../features/mail/transport.ts";

/** Collects the sent mails. */
export class Postbox {
  readonly letters: MailMessage[] = [];
  readonly #events = new EventEmitter();

  /** Throws for mails that the mail server shall refuse. */
  refuse: (letter: MailMessage) => void = () => {};

  add(mail: MailMessage): void {
    this.refuse(mail);
    this.letters.push(mail);
    this.#events.emit("mail");
  }

  /** The newest mail to an address. Waits until there are more than `mailsBefore`. */
  async next(recipient: string, mailsBefore = 0): Promise<MailMessage> {
    for (;;) {
      const mails = this.letters.filter((mail) => mail.recipient === recipient);
      const newest = mails.at(-1);
      if (newest && mails.length > mailsBefore) return newest;
      await once(this.#events, "mail");
    }
  }

  /** The token in the link that is mailed to an address because of `requestMail`. Other mails may come between. */
  async linkAfter(recipient: string, requestMail: () => Promise<unknown>): Promise<string> {
    const linked = () =>
      this.letters.filter((mail) => mail.recipient === recipient && linkToken.test(mail.text));
    const mailsBefore = linked().length;
    await requestMail();
    for (;;) {
      const mails = linked();
      const newest = mails.at(-1);
      if (newest && mails.length > mailsBefore) return tokenIn(newest);
      await once(this.#events, "mail");
    }
  }
}

const linkToken = /[?&]token=([\w-]+)/;

/** The token in a mail's link. */
export function tokenIn(mail: MailMessage): string {
  const token = linkToken.exec(mail.text)?.[1];
  if (!token) throw new Error(`No link in: ${mail.text}`);
  return token;
}
