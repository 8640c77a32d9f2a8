import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Transporter } from "nodemailer";

export interface MailMessage {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** The reply address, if it differs from the sender. */
  replyTo?: string | null;
}

function toLibraryMail({ recipient, subject, text, html, replyTo }: MailMessage) {
  return { to: recipient, subject, text, html, ...(replyTo ? { replyTo } : {}) };
}

export interface MailTransport {
  /**
   * Sends a mail. Resolves when the next mail server, or the disk, has accepted the mail; otherwise rejects with the
   * reason.
   */
  deliver(mail: MailMessage): Promise<void>;
  close(): void;
}

/** Creates the sender when the first mail is sent, because the mail library takes memory. */
function createSenderOnFirstMail<T extends Transporter>(
  createTransport: (library: typeof import("nodemailer")) => T,
) {
  let transport: Promise<T> | undefined;
  return {
    getTransport: (): Promise<T> => {
      transport ??= import("nodemailer").then(createTransport);
      return transport;
    },
    close: () => void transport?.then((mailer) => mailer.close()),
  };
}

/** Timeout in milliseconds for a mail server to accept one mail. */
const timeoutMs = 20_000;

export interface SmtpOptions {
  /**
   * The URL of the mail server. `smtp://…` begins unencrypted and continues with STARTTLS. `smtps://…` is TLS
   * from the first byte.
   */
  url: string;
  /**
   * Whether TLS is required: a server without TLS gets neither password nor mail. If false, TLS is used only
   * if the server offers it.
   */
  requireTls: boolean;
}

/** Sends mails through a mail server. With TLS, its certificate must be valid for the server's name. */
export function createSmtpTransport({ url, requireTls }: SmtpOptions, from: string): MailTransport {
  const smtpTimeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const smtp = createSenderOnFirstMail(({ createTransport }) =>
    createTransport({ url, requireTLS: requireTls, ...smtpTimeouts }, { from }),
  );
  return {
    async deliver(mail) {
      const mailer = await smtp.getTransport();
      await mailer.sendMail({ ...toLibraryMail(mail), messageId: messageId(mail.id, from) });
    },
    close: smtp.close,
  };
}

/**
 * Creates the transport for a server without a mail server. It writes each mail as an `.eml` file in one step, and
 * passes the mail's first link to `announce`.
 */
export function createOutboxTransport(
  folder: string,
  from: string,
  announce: (line: string) => void,
): MailTransport {
  const mailComposer = createSenderOnFirstMail(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true }, { from }),
  );
  return {
    async deliver(message) {
      const { id, recipient, subject, text } = message;
      const mailer = await mailComposer.getTransport();
      const mail = await mailer.sendMail({ ...toLibraryMail(message), messageId: messageId(id, from) });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      await writeFile(`${file}.part`, mail.message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      announce(`Mail to ${recipient}: ${/https?:\/\/\S+/.exec(text)?.[0] ?? subject}`);
    },
    close: mailComposer.close,
  };
}

/**
 * The mail's id is the same for every attempt, so that mail programs show a mail once even if it was sent
 * twice.
 */
function messageId(id: string, from: string): string {
  return `<${id}@${/@([^>\s]+)/.exec(from)?.[1] ?? "kakehashi.invalid"}>`;
}
