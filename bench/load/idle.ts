import { Member, type MemberJob } from "./member.ts";

export interface IdleJob {
  live: string;
  seats: MemberJob[];
}

export interface IdleResult {
  sockets: number;
}

/** How many WebSocket handshakes run in parallel. */
const parallelConnections = 50;

/** Opens one WebSocket per person and keeps it open with heart-beats until this process ends. */
export async function runIdle({ live, seats }: IdleJob): Promise<IdleResult> {
  const onEarlyFrame = () => {
    throw new Error("An idle member received a message");
  };
  for (let start = 0; start < seats.length; start += parallelConnections) {
    await Promise.all(
      seats.slice(start, start + parallelConnections).map((memberJob) =>
        Member.join(live, memberJob, onEarlyFrame, (error) => {
          throw error;
        }),
      ),
    );
  }
  return { sockets: seats.length };
}
