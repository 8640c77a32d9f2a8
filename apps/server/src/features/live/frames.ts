import { FrameImpl } from "@stomp/stompjs";

/** STOMP versions spoken here, newest first, with the WebSocket subprotocol of each. */
export const versions = ["1.2", "1.1", "1.0"] as const;
export type Version = (typeof versions)[number];
export const subprotocols: readonly string[] = versions.map(
  (version) => `v${version.replace(".", "")}.stomp`,
);

/** What is wrong with a frame that could be read as one; null for nothing. */
export function flawOf({ command, headers, body }: FrameImpl): string | null {
  for (const part of [command, ...Object.keys(headers), ...Object.values(headers)])
    if (part.includes("\0")) return "The frame has a NUL before its end.";
  // What SUBSCRIBE seems to carry as its body is the next frame.
  if (body !== "" && command !== "SEND")
    return "Only SEND has a body: the NUL of an earlier frame is missing.";
  return null;
}

/** A whole frame as it travels. From 1.1 on header values are escaped, so that no value can begin a new header. */
export function encodeFrame(
  command: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  version: Version,
): string {
  return new FrameImpl({
    command,
    headers: { ...headers },
    body,
    escapeHeaderValues: version !== "1.0",
    skipContentLengthHeader: false,
  }).serialize() as string;
}

/** The part of a MESSAGE frame that differs from receiver to receiver; `messageTail` completes it. */
export function messageHead(subscription: string, destination: string, version: Version): Buffer {
  const frame = encodeFrame("MESSAGE", { subscription, destination }, "", version);
  // Cut after the last header: what follows it is the blank line, and the NUL after the empty body.
  return Buffer.from(`${frame.slice(0, frame.lastIndexOf("\n\n"))}\n`);
}

/** The part that all receivers share: written and encoded once, however many they are. */
export function messageTail(messageId: string, body: string): Buffer {
  const bytes = Buffer.byteLength(body);
  return Buffer.from(
    `message-id:${messageId}\ncontent-type:application/json\ncontent-length:${bytes}\n\n${body}\0`,
  );
}
