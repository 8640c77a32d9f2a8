import { randomUUID } from "node:crypto";
import { LatencyHistogram } from "./histogram.ts";
import { KeepAliveConnection } from "./keep-alive.ts";
import { MemberConnection, type MemberCredentials } from "./member.ts";

export interface TranslationsJob {
  api: string;
  live: string;
  room: string;
  /** The members of the room. The first member writes, the second translates, and all others read. */
  memberCredentials: MemberCredentials[];
  /**
   * How many messages are written and translated, one after another. The first tenth of these messages is a warm-up and
   * is not measured.
   */
  count: number;
}

export interface TranslationsResult {
  /** Milliseconds from submitting a translation until a reader's socket receives its event. */
  p50: number;
  p99: number;
}

/** Returns the data of an API response. Throws if the request failed. */
function parseResponseData({ status, body }: { status: number; body: string }) {
  if (status !== 200) throw new Error(`A call was refused: ${status} ${body}`);
  return JSON.parse(body).data;
}

/** Translates messages, and measures when the room's readers receive each translation. */
export async function runTranslations(job: TranslationsJob): Promise<TranslationsResult> {
  const { api, room, memberCredentials, count } = job;
  const [author, translator, ...readers] = memberCredentials;
  if (!author || !translator) throw new Error("Nobody writes");
  const durations = new LatencyHistogram();
  let expectedText = "";
  let submittedAt = 0;
  let isMeasured = false;
  let countArrival: (error?: Error) => void = () => {};
  const members = await Promise.all(
    readers.map((reader) =>
      MemberConnection.join(
        job.live,
        reader,
        (data, start, end, arrivedAt) => {
          const body = data.toString("utf8", start, end);
          if (!body.includes("TRANSLATION_CHANGED") || !body.includes(expectedText)) return;
          if (isMeasured) durations.record(arrivedAt - submittedAt);
          countArrival();
        },
        (error) => countArrival(error),
      ),
    ),
  );
  const [authorConnection, translatorConnection] = [
    await KeepAliveConnection.open(api),
    await KeepAliveConnection.open(api),
  ];
  try {
    for (let index = 0; index < count; index++) {
      const draft = { client_id: randomUUID(), content: `The build is ready, please look at page ${index}.` };
      const message = parseResponseData(
        await authorConnection.send(
          "POST",
          `/api/conversations/${room}/messages`,
          author.token,
          JSON.stringify(draft),
        ),
      );
      expectedText = randomUUID();
      isMeasured = index >= count / 10;
      const allArrivals = new Promise<void>((resolve, reject) => {
        let remainingReaderCount = members.length;
        countArrival = (error) => {
          if (error) reject(error);
          else if (--remainingReaderCount === 0) resolve();
        };
      });
      const translation = {
        content: `ビルドができました。${index}ページを見てください。${expectedText}`,
        revision: 1,
        confirmed: true,
      };
      submittedAt = performance.now();
      const pendingResponse = translatorConnection.send(
        "POST",
        `/api/messages/${message.id}/translations/ja`,
        translator.token,
        JSON.stringify(translation),
      );
      parseResponseData(await pendingResponse);
      await allArrivals;
    }
  } finally {
    for (const connection of [authorConnection, translatorConnection]) connection.close();
    for (const member of members) member.close();
  }
  return { p50: durations.percentile(0.5), p99: durations.percentile(0.99) };
}
