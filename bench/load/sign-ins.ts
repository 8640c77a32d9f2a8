import { LatencyHistogram } from "./histogram.ts";
import { KeepAliveConnection } from "./keep-alive.ts";

export interface SignInsJob {
  api: string;
  /** The email addresses of the accounts. Each account has one connection. */
  emails: string[];
  password: string;
  measuredMs: number;
}

export interface SignInsResult {
  signInsPerSecond: number;
  /** Milliseconds from a sign-in request to its response. */
  p50: number;
  p99: number;
}

/** People sign in. Each person signs in again as soon as the last response has arrived. */
export async function runSignIns({ api, emails, password, measuredMs }: SignInsJob): Promise<SignInsResult> {
  const times = new LatencyHistogram();
  const endTimeMs = performance.now() + measuredMs;
  await Promise.all(
    emails.map(async (email) => {
      const json = JSON.stringify({ email, password, service: "kakehashi" });
      const connection = await KeepAliveConnection.open(api);
      try {
        for (let requestStartedAt = performance.now(); requestStartedAt < endTimeMs; ) {
          const { status, body } = await connection.send("POST", "/api/sign-in", "none", json);
          if (status !== 200) throw new Error(`The sign-in was refused: ${status} ${body}`);
          const now = performance.now();
          times.record(now - requestStartedAt);
          requestStartedAt = now;
        }
      } finally {
        connection.close();
      }
    }),
  );
  return {
    signInsPerSecond: times.count / (measuredMs / 1000),
    p50: times.percentile(0.5),
    p99: times.percentile(0.99),
  };
}
