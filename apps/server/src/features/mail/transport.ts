import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Transporter } from "nodemailer";

export interface MailMessage {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** The address for replies. Null or absent: replies go to the sender's address. */
  replyTo?: string | null;
}

function toLibraryMail({ recipient, subject, text, html, replyTo }: MailMessage) {
  return { to: recipient, subject, text, html, ...(replyTo ? { replyTo } : {}) };
}

export interface MailTransport {
  /**
   * Sends a mail. Resolves when the mail server has accepted it, or when it is stored on the disk. Otherwise rejects.
   */
  deliver(mail: MailMessage): Promise<void>;
  close(): void;
}

/**
 * Loads the mail library and creates its transporter when the first mail is sent. A process that sends no mail needs no
 * memory for the library.
 */
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
   * The URL of the mail server. With `smtp://`, the connection begins unencrypted and can change to TLS (STARTTLS).
   * With `smtps://`, it uses TLS from the start.
   */
  url: string;
  /**
   * Whether TLS is required. If true, a server without TLS gets neither the password nor the mail. If false, TLS is
   * used only if the server offers it.
   */
  requireTls: boolean;
}

/**
 * Creates the transport that sends mails through a mail server. With TLS, the certificate must be valid for the
 * server's name.
 */
export function createSmtpTransport({ url, requireTls }: SmtpOptions, senderAddress: string): MailTransport {
  const smtpTimeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const smtp = createSenderOnFirstMail(({ createTransport }) =>
    createTransport({ url, requireTLS: requireTls, ...smtpTimeouts }, { from: senderAddress }),
  );
  return {
    async deliver(mail) {
      const mailer = await smtp.getTransport();
      await mailer.sendMail({ ...toLibraryMail(mail), messageId: messageId(mail.id, senderAddress) });
    },
    close: smtp.close,
  };
}

/**
 * Creates the mail transport for an installation without a mail server. It writes each mail to an `.eml` file in
 * `folder`. A reader never sees a part of a file, because the file gets its name when it is complete. For each mail,
 * calls `logLine` with a line that contains the receiver and the mail's first link, or its subject if there is no link.
 */
export function createMailFolderTransport(
  folder: string,
  senderAddress: string,
  logLine: (line: string) => void,
): MailTransport {
  const mailComposer = createSenderOnFirstMail(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true }, { from: senderAddress }),
  );
  return {
    async deliver(message) {
      const { id, recipient, subject, text } = message;
      const mailer = await mailComposer.getTransport();
      const mail = await mailer.sendMail({
        ...toLibraryMail(message),
        messageId: messageId(id, senderAddress),
      });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      await writeFile(`${file}.part`, mail.message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      logLine(`Mail to ${recipient}: ${/https?:\/\/\S+/.exec(text)?.[0] ?? subject}`);
    },
    close: mailComposer.close,
  };
}

/**
 * Returns the `Message-ID` of a mail. It is the same for every attempt, so that mail programs show a mail only once
 * even if it was sent twice.
 */
function messageId(id: string, from: string): string {
  return `<${id}@${/@([^>\s]+)/.exec(from)?.[1] ?? "kakehashi.invalid"}>`;
}
