import { KeepAliveConnection } from "./keep-alive.ts";

export interface ReadsJob {
  api: string;
  path: string;
  /** The access tokens of the readers. Each reader has one connection. */
  tokens: string[];
  warmUpMs: number;
  measuredMs: number;
}

export interface ReadsResult {
  requestsPerSecond: number;
}

/** People request the same URL. Each person sends the next request as soon as the last response has arrived. */
export async function runReads({ api, path, tokens, warmUpMs, measuredMs }: ReadsJob): Promise<ReadsResult> {
  const startTimeMs = performance.now() + warmUpMs;
  const endTimeMs = startTimeMs + measuredMs;
  let responseCount = 0;
  await Promise.all(
    tokens.map(async (token) => {
      const connection = await KeepAliveConnection.open(api);
      try {
        for (let now = performance.now(); now < endTimeMs; ) {
          const { status, body } = await connection.send("GET", path, token);
          now = performance.now();
          if (status !== 200) throw new Error(`GET ${path} was refused: ${status} ${body}`);
          if (now >= startTimeMs && now < endTimeMs) responseCount++;
        }
      } finally {
        connection.close();
      }
    }),
  );
  return { requestsPerSecond: responseCount / (measuredMs / 1000) };
}
