import { Member, type Seat } from "./member.ts";

export interface IdleJob {
  live: string;
  seats: Seat[];
}

export interface IdleResult {
  sockets: number;
}

/** Handshakes that run in parallel. */
const atOnce = 50;

/** Opens one socket per person and keeps them open, with heart-beats, until this process ends. */
export async function runIdle({ live, seats }: IdleJob): Promise<IdleResult> {
  const unwanted = () => {
    throw new Error("An idle member received a message");
  };
  for (let start = 0; start < seats.length; start += atOnce) {
    await Promise.all(
      seats.slice(start, start + atOnce).map((seat) =>
        Member.join(live, seat, unwanted, (error) => {
          throw error;
        }),
      ),
    );
  }
  return { sockets: seats.length };
}
