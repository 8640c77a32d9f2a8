import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createConversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import fc from "fast-check";
import { arbitraryText } from "../apps/server/src/test/arbitrary.ts";
import { arbitraryBodyMutator } from "../apps/server/src/test/mutated.ts";
import { connectAndSubscribe, StompClient, type StompFrame } from "../apps/server/src/test/stomp.ts";
import { createApiCaller } from "../e2e/live-model/ask.ts";
import type { DeviceAccount } from "../e2e/live-model/device.ts";
import type { FaultCollector } from "./faults.ts";

export interface FrameFuzzOptions {
  address: string;
  /** The three people of the test. The first writes messages to the second, and the third sends malformed frames. */
  people: readonly [DeviceAccount, DeviceAccount, DeviceAccount];
  seed: number;
  durationMs: number;
  faults: FaultCollector;
}

export interface FrameFuzzResult {
  frames: number;
  sockets: number;
  /** How many messages the first person sent to the second. */
  posts: number;
}

const connectionCount = 8;
const framesPerSocket = 12;
const serverCommands = new Set(["CONNECTED", "MESSAGE", "RECEIPT", "ERROR"]);

const headerNames = [
  "accept-version",
  "ack",
  "Authorization",
  "content-length",
  "content-type",
  "destination",
  "heart-beat",
  "host",
  "id",
  "message-id",
  "receipt",
  "subscription",
  "transaction",
  "version",
];

/**
 * Generates STOMP frames with wrong commands, headers, escapes, lengths and bytes. Some frames try to subscribe to
 * `queueNames`, the queues of other people.
 */
function generateMalformedFrame(queueNames: readonly string[]): fc.Arbitrary<string | Buffer> {
  const command = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        ...["CONNECT", "STOMP", "SUBSCRIBE", "UNSUBSCRIBE", "SEND", "ACK", "NACK"],
        ...["BEGIN", "COMMIT", "ABORT", "DISCONNECT"],
      ),
    },
    arbitraryText,
  );
  const value = fc.oneof(
    fc.constantFrom(...queueNames, "0", "1", "-1", "9".repeat(20), "1.2", "0,0", "1,1", "99999999999,1"),
    fc.constantFrom("auto", "client", "client-individual", "w\\cei\\\\rd", "\\t", "\\", "text/plain"),
    arbitraryText,
  );
  const header = fc.tuple(fc.oneof(fc.constantFrom(...headerNames), arbitraryText), value);
  const validFrame = fc
    .tuple(
      command,
      fc.array(header, { maxLength: 6 }),
      arbitraryText,
      fc.constantFrom("\n", "\r\n", "\n\n"),
      fc.constantFrom("\0", "\0", "\0", "", "\0\0\n"),
    )
    .map(
      ([name, headers, body, line, frameEnd]) =>
        `${[name, ...headers.map((pair) => pair.join(":"))].join(line)}${line}${line}${body}${frameEnd}`,
    );
  const brokenFrame = validFrame.chain((text) => {
    const bytes = Buffer.from(text);
    return arbitraryBodyMutator(bytes.length > 0 ? bytes : Buffer.from("\n")).map((applyMutation) =>
      applyMutation(bytes),
    );
  });
  return fc.oneof({ weight: 3, arbitrary: validFrame }, brokenFrame, fc.constant("\n"));
}

/**
 * Sends malformed STOMP frames on many sockets. At the same time, one person writes to another, who must receive every
 * message.
 */
export async function fuzzFrames(options: FrameFuzzOptions): Promise<FrameFuzzResult> {
  const { address, people, seed, durationMs, faults } = options;
  const [writerAccount, reader, attackerAccount] = people;
  const callApi = createApiCaller(() => address, writerAccount.token);
  const { data: room } = await callApi(createConversation, {
    body: { kind: "DIRECT", user_ids: [reader.id] },
  });
  const tokens = { access_token: reader.token };
  const listener = await connectAndSubscribe(address, { tokens, endpoint: reader.endpoint });
  const secret = `secret ${randomUUID()}`;
  const frameFuzzFigures: FrameFuzzResult = { frames: 0, sockets: 0, posts: 0 };
  const malformedFrames = generateMalformedFrame(people.map(({ endpoint }) => `/queue/${endpoint}`));

  const checkFrame = ({ command, body }: StompFrame, describeSentFrames: () => string) => {
    if (!serverCommands.has(command))
      faults.add("A frame of an unknown command was heard", `${command} after ${describeSentFrames()}`);
    if (body.includes(secret)) faults.add("Words of others were heard", describeSentFrames());
  };

  const sendMalformedFrames = async (from: number) => {
    const [isConnectSent = false] = fc.sample(fc.boolean(), { seed: from, numRuns: 1 });
    const generatedFrames = fc.sample(malformedFrames, { seed: from, numRuns: framesPerSocket });
    const describeFrames = () =>
      `(seed ${from}) ${JSON.stringify(generatedFrames.map(String)).slice(0, 1_000)}`;
    const client = await new StompClient(address, {
      onFrame: (frame) => checkFrame(frame, describeFrames),
    }).waitForOpen();
    frameFuzzFigures.sockets++;
    if (isConnectSent)
      client.send(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${attackerAccount.token}\n\n\0`);
    for (const frame of generatedFrames) {
      if (client.closeDetails) break;
      client.socket.send(frame);
      frameFuzzFigures.frames++;
    }
    // The server handles the frames of a socket in order. So the pong shows that it has read all frames before the
    // ping.
    if (!client.closeDetails) {
      client.socket.ping();
      await Promise.race([once(client.socket, "pong"), client.waitForClose()]);
    }
    client.socket.terminate();
  };

  const endTimeMs = performance.now() + durationMs;
  const sendRepeatedly = async (connectionIndex: number) => {
    for (let roundNumber = 0; roundNumber === 0 || performance.now() < endTimeMs; roundNumber++) {
      try {
        await sendMalformedFrames((seed + roundNumber * connectionCount + connectionIndex) | 0);
      } catch (error) {
        faults.add(
          `A socket failed: ${(error as Error).message}`,
          `seed ${seed + roundNumber * connectionCount + connectionIndex}`,
        );
      }
    }
  };
  const writeMessages = async () => {
    do {
      const content = `${secret} ${++frameFuzzFigures.posts}`;
      await callApi(sendMessage, { params: { id: room.id }, body: { client_id: randomUUID(), content } });
      await listener.waitForFrame("MESSAGE", ({ body }) => body.includes(`"${content}"`));
    } while (performance.now() < endTimeMs);
  };
  try {
    await Promise.all([
      ...Array.from({ length: connectionCount }, (_, connectionIndex) => sendRepeatedly(connectionIndex)),
      writeMessages(),
    ]);
  } catch (error) {
    faults.add(`The two who wrote to each other were disturbed: ${(error as Error).message}`);
  }
  listener.socket.terminate();
  return frameFuzzFigures;
}
