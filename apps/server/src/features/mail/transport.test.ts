import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { createMailFolderTransport, createSmtpTransport, type MailMessage } from "./transport.ts";

const testMail: MailMessage = {
  id: "01a1fc9f-6a84-750b-be00-ef8c26587657",
  recipient: "aiko@kakehashi.example",
  subject: "メールアドレスの確認をお願いします",
  text: "Xin chào\n\nhttps://kakehashi.example/register/confirm?token=abc\n",
  html: "<p>Xin chào</p>",
};
const senderAddress = "Kakehashi <hello@kakehashi.example>";

interface ReceivedMail {
  recipients: string[];
  source: string;
}

/**
 * Starts a local mail server. With `refuse`, it refuses all mails. With `tls`, it offers STARTTLS with its own
 * certificate.
 */
async function startMailServer({ refuse = false, tls = false } = {}): Promise<{
  url: string;
  receivedMails: ReceivedMail[];
}> {
  const receivedMails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? [] : ["STARTTLS"],
    onRcptTo: (_, __, onRecipientChecked) =>
      onRecipientChecked(refuse ? new Error("No such mailbox") : undefined),
    onData(stream, session, onMailReceived) {
      const mailChunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => mailChunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        receivedMails.push({ recipients, source: Buffer.concat(mailChunks).toString() });
        onMailReceived();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, receivedMails };
}

test("a mail reaches the mail server whole, and a second attempt is the same mail", async () => {
  const { url, receivedMails } = await startMailServer();
  const transport = createSmtpTransport({ url, requireTls: false }, senderAddress);
  onTestFinished(() => transport.close());
  await transport.deliver(testMail);
  await transport.deliver(testMail);
  expect(receivedMails.map(({ recipients }) => recipients)).toEqual([
    [testMail.recipient],
    [testMail.recipient],
  ]);
  const [firstMessageId, secondMessageId] = receivedMails.map(
    ({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1],
  );
  expect(firstMessageId).toBe(`<${testMail.id}@kakehashi.example>`);
  expect(secondMessageId).toBe(firstMessageId);
  expect(receivedMails[0]?.source).toContain("multipart/alternative");
  expect(receivedMails[0]?.source).toMatch(/^From: Kakehashi <hello@kakehashi\.example>\r$/m);
});

test("a mail that the server refuses, or that no server takes, is told with the reason", async () => {
  const { url } = await startMailServer({ refuse: true });
  const refusingTransport = createSmtpTransport({ url, requireTls: false }, senderAddress);
  onTestFinished(() => refusingTransport.close());
  await expect(refusingTransport.deliver(testMail)).rejects.toThrow(/No such mailbox/);
  const unreachableTransport = createSmtpTransport(
    { url: "smtp://127.0.0.1:1", requireTls: false },
    senderAddress,
  );
  onTestFinished(() => unreachableTransport.close());
  await expect(unreachableTransport.deliver(testMail)).rejects.toThrow(/ECONNREFUSED/);
});

test("a mail server that hides its TLS, or shows a certificate nobody vouches for, gets no mail", async () => {
  for (const tls of [false, true]) {
    const { url, receivedMails } = await startMailServer({ tls });
    const transport = createSmtpTransport({ url, requireTls: true }, senderAddress);
    onTestFinished(() => transport.close());
    await expect(transport.deliver(testMail)).rejects.toThrow(tls ? /certificate/ : /STARTTLS/);
    expect(receivedMails).toEqual([]);
  }
});

test("a line break in a recipient or a subject begins no header of its own", async () => {
  const { url, receivedMails } = await startMailServer();
  const transport = createSmtpTransport({ url, requireTls: false }, senderAddress);
  onTestFinished(() => transport.close());
  await transport.deliver({ ...testMail, subject: "Hello\r\nBcc: everybody@kakehashi.example" });
  expect(receivedMails[0]?.recipients).toEqual([testMail.recipient]);
  expect(receivedMails[0]?.source).not.toMatch(/^Bcc:/im);
});

test("without a mail server the mail is a file that appears whole, and its link is told", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kakehashi-outbox-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines: string[] = [];
  const transport = createMailFolderTransport(folder, senderAddress, (line) => lines.push(line));
  await transport.deliver(testMail);
  expect(await readdir(folder)).toEqual([`${testMail.id}.eml`]);
  expect(await readFile(join(folder, `${testMail.id}.eml`), "utf8")).toContain("To: aiko@kakehashi.example");
  expect(lines).toEqual([
    "Mail to aiko@kakehashi.example: https://kakehashi.example/register/confirm?token=abc",
  ]);
});
