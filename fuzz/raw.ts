import { connect } from "node:net";
import fc from "fast-check";
import { arbitraryBodyMutator } from "../apps/server/src/test/mutated.ts";
import type { FaultCollector } from "./faults.ts";
import { checkAnswer } from "./judge.ts";

/**
 * If there is no response within this many milliseconds, the next request is sent. The server does not respond to an
 * incomplete request, so some requests end this way.
 */
const answerTimeoutMs = 1_500;
const parallelSocketCount = 4;

const validBody = '{"q":"x"}';
const validRequest = Buffer.from(
  `POST /api/sign-in HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${validBody.length}\r\n\r\n${validBody}`,
);

const malformedRequest = fc.constantFrom(
  "GET /api/health HTTP/1.1\r\n\r\n",
  "GET /api/health HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
  "GET /api/health HTTP/1.1\r\nhost: a\r\nexpect: the-impossible\r\n\r\n",
  "GET /api/health HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n",
  "GET /api/health HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
  "GET /api/health HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n",
  "GET /api/health HTTP/9.9\r\nhost: a\r\n\r\n",
  "GET /api/%00%ff/..%2f HTTP/1.1\r\nhost: a\r\n\r\n",
  `GET /api/${"a".repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\nhost: a\r\nx: ${"b".repeat(40_000)}\r\n\r\n`,
  "BREW /api/health HTTP/1.1\r\nhost: a\r\n\r\n",
  "CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n",
  "POST /api/sign-in HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
);

const arbitraryRawRequest = fc.oneof(
  {
    weight: 2,
    arbitrary: arbitraryBodyMutator(validRequest).map((applyMutation) => applyMutation(validRequest)),
  },
  malformedRequest.map((text) => Buffer.from(text)),
);

/** Sends malformed HTTP requests as raw bytes. Returns how many of them got a response. */
export async function fuzzRaw(
  address: string,
  seed: number,
  durationMs: number,
  faultCollector: FaultCollector,
): Promise<number> {
  const endTimeMs = performance.now() + durationMs;
  let answerCount = 0;
  const sendRepeatedly = async (connectionIndex: number) => {
    for (let roundNumber = 0; roundNumber === 0 || performance.now() < endTimeMs; roundNumber++) {
      const from = (seed + roundNumber * parallelSocketCount + connectionIndex) | 0;
      for (const bytes of fc.sample(arbitraryRawRequest, { seed: from, numRuns: 10 })) {
        const serverAnswer = await sendAndReadAnswer(address, bytes);
        if (!serverAnswer) continue;
        answerCount++;
        const sentText = bytes.toString("latin1").slice(0, 400);
        try {
          // Checks all responses of the API. Of the other responses, checks only those with a status from 500, because
          // other paths report errors as HTML.
          if (serverAnswer.status >= 500 || isApiRequest(sentText)) checkAnswer(serverAnswer);
        } catch (error) {
          faultCollector.add(
            `Raw request: ${(error as Error).message}`,
            `${JSON.stringify(sentText)} (seed ${from}) → ${serverAnswer.body.slice(0, 300)}`,
          );
        }
      }
    }
  };
  await Promise.all(
    Array.from({ length: parallelSocketCount }, (_, connectionIndex) => sendRepeatedly(connectionIndex)),
  );
  return answerCount;
}

function isApiRequest(requestText: string): boolean {
  const [line = ""] = requestText.trimStart().split("\n", 1);
  return /(?:^| )\/api\//.test(line);
}

/** Sends the bytes on a new connection, and returns the first response. Null if there is none. */
function sendAndReadAnswer(address: string, bytes: Buffer): Promise<{ status: number; body: string } | null> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname);
    const finishReading = () => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.\d (\d{3})/.exec(text)?.[1];
      const [responseHead = "", ...bodyParts] = text.split("\r\n\r\n");
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(responseHead)?.[1] ?? Number.NaN);
      const responseBody = Buffer.from(bodyParts.join("\r\n\r\n"));
      const firstResponseBody = Number.isNaN(length) ? responseBody : responseBody.subarray(0, length);
      resolve(status ? { status: Number(status), body: firstResponseBody.toString() } : null);
    };
    const timer = setTimeout(finishReading, answerTimeoutMs);
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", finishReading);
    socket.end(bytes);
  });
}
