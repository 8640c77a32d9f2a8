import { FrameImpl } from "@stomp/stompjs";
import { FrameError, type RawFrame } from "./frame-reader.ts";

/** Supported STOMP versions, newest first, with their WebSocket subprotocol. */
export const stompVersions = ["1.2", "1.1", "1.0"] as const;
export type StompVersion = (typeof stompVersions)[number];
const createSubprotocolName = (version: StompVersion) => `v${version.replace(".", "")}.stomp`;
export const offeredSubprotocols: readonly string[] = stompVersions.map(createSubprotocolName);

/**
 * Returns the STOMP versions that this WebSocket subprotocol allows: its own version and all older ones. Returns all
 * versions if the client named no subprotocol.
 */
export function listAllowedVersions(subprotocol: string): readonly StompVersion[] {
  const newestAllowedIndex = stompVersions.findIndex(
    (version) => createSubprotocolName(version) === subprotocol,
  );
  return stompVersions.slice(Math.max(0, newestAllowedIndex));
}

export interface Frame {
  command: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * The character for each STOMP escape sequence. Version 1.0 has no escapes, and 1.1 none for a carriage
 * return.
 */
const escapeCharacters: Readonly<Record<StompVersion, Readonly<Record<string, string>>>> = {
  "1.2": { r: "\r", n: "\n", c: ":", "\\": "\\" },
  "1.1": { n: "\n", c: ":", "\\": "\\" },
  "1.0": {},
};

function unescapeHeader(text: string, version: StompVersion): string {
  return text.replace(/\\(.?)/gs, (_, code: string) => {
    const character = escapeCharacters[version][code];
    if (character === undefined) throw new FrameError("A header has an escape that STOMP does not define.");
    return character;
  });
}

/**
 * Decodes a frame by the agreed STOMP version, which is null before CONNECTED. Throws a FrameError for frames that
 * clients may not send. The STOMP library's decoder is not used, because it turns `\\n` into a line break and accepts
 * undefined escapes.
 */
export function decodeFrame({ command, headers, body }: RawFrame, version: StompVersion | null): Frame {
  const isEscaped = version !== null && version !== "1.0" && command !== "CONNECT" && command !== "STOMP";
  // STOMP 1.0 allows spaces around header names and values, so they are removed. In later versions such spaces belong
  // to the name or value.
  const decodeText = (text: string) => (isEscaped ? unescapeHeader(text, version) : text.trim());
  const decodedHeaders: Record<string, string> = Object.create(null);
  for (const [rawName, rawValue] of headers) {
    const name = decodeText(rawName);
    // If a header is repeated, its first value counts (STOMP 1.2).
    if (!(name in decodedHeaders)) decodedHeaders[name] = decodeText(rawValue);
  }
  // Only a SEND frame may have a body. A body in another frame means that the client has left out the NUL byte between
  // two frames.
  if (body !== "" && command !== "SEND")
    throw new FrameError("Only SEND has a body: the NUL of an earlier frame is missing.");
  for (const value of [...Object.keys(decodedHeaders), ...Object.values(decodedHeaders), body])
    if (value.includes("\0")) throw new FrameError("The frame has a NUL before its end.");
  return { command, headers: decodedHeaders, body };
}

/**
 * Whether an ACK or NACK frame has its required headers. Their values do not matter, because the server never
 * redelivers a message.
 */
export function isValidAcknowledgement(headers: Record<string, string>, version: StompVersion): boolean {
  if (version === "1.2") return Boolean(headers.id);
  return Boolean(headers["message-id"]) && (version === "1.0" || Boolean(headers.subscription));
}

/**
 * Encodes a complete STOMP frame. From version 1.1 on, header values are escaped, so that no value can start
 * a new header.
 */
export function encodeFrame(
  command: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  version: StompVersion,
): string {
  return new FrameImpl({
    command,
    headers: { ...headers },
    body,
    escapeHeaderValues: version !== "1.0",
    skipContentLengthHeader: false,
  }).serialize() as string;
}

/**
 * Encodes the first part of a MESSAGE frame, which is different for each receiver. `encodeMessageTail` encodes the
 * rest.
 */
export function encodeMessageHead(subscription: string, destination: string, version: StompVersion): Buffer {
  const frame = encodeFrame("MESSAGE", { subscription, destination }, "", version);
  // Cut the frame after its last header. `encodeMessageTail` adds the blank line, the body and the NUL byte.
  const text = `${frame.slice(0, frame.lastIndexOf("\n\n"))}\n`;
  // The head lives as long as its socket. `Buffer.from` would take it from a block that it shares with other buffers,
  // and one head would keep the whole block in memory.
  const head = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  head.write(text);
  return head;
}

/** Encodes the second part of a MESSAGE frame, which all receivers share. */
export function encodeMessageTail(messageId: string, body: string): Buffer {
  const bytes = Buffer.byteLength(body);
  return Buffer.from(
    `message-id:${messageId}\ncontent-type:application/json\ncontent-length:${bytes}\n\n${body}\0`,
  );
}
