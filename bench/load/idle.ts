import { MemberConnection, type MemberCredentials } from "./member.ts";

export interface IdleJob {
  live: string;
  memberCredentials: MemberCredentials[];
}

export interface IdleResult {
  sockets: number;
}

/** How many WebSocket handshakes run in parallel. */
const parallelConnections = 50;

/** Opens one WebSocket per person. STOMP heart-beats keep the sockets open until this process ends. */
export async function runIdle({ live, memberCredentials }: IdleJob): Promise<IdleResult> {
  const onEarlyFrame = () => {
    throw new Error("An idle member received a message");
  };
  for (let start = 0; start < memberCredentials.length; start += parallelConnections) {
    await Promise.all(
      memberCredentials.slice(start, start + parallelConnections).map((credentials) =>
        MemberConnection.join(live, credentials, onEarlyFrame, (error) => {
          throw error;
        }),
      ),
    );
  }
  return { sockets: memberCredentials.length };
}
