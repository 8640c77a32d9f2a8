import { EventEmitter, once } from "node:events";
import type { MailMessage } from "../features/mail/transport.ts";

/** Collects the sent mails. */
export class Postbox {
  readonly letters: MailMessage[] = [];
  readonly #events = new EventEmitter();

  /** Throws for mails that the mail server shall refuse. */
  refuse: (letter: MailMessage) => void = () => {};

  put(letter: MailMessage): void {
    this.refuse(letter);
    this.letters.push(letter);
    this.#events.emit("mail");
  }

  /** The newest mail to an address. Waits until there are more than `known`. */
  async next(recipient: string, known = 0): Promise<MailMessage> {
    for (;;) {
      const mails = this.letters.filter((letter) => letter.recipient === recipient);
      const newest = mails.at(-1);
      if (newest && mails.length > known) return newest;
      await once(this.#events, "mail");
    }
  }

  /** The token in the link that is mailed to an address because of `ask`. Other mails may come between. */
  async linkAfter(recipient: string, ask: () => Promise<unknown>): Promise<string> {
    const linked = () =>
      this.letters.filter((letter) => letter.recipient === recipient && linkToken.test(letter.text));
    const known = linked().length;
    await ask();
    for (;;) {
      const mails = linked();
      const newest = mails.at(-1);
      if (newest && mails.length > known) return tokenIn(newest);
      await once(this.#events, "mail");
    }
  }
}

const linkToken = /[?&]token=([\w-]+)/;

/** The token in a mail's link. */
export function tokenIn(letter: MailMessage): string {
  const token = linkToken.exec(letter.text)?.[1];
  if (!token) throw new Error(`No link in: ${letter.text}`);
  return token;
}
