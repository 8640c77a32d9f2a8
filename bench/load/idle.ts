import { Member, type Seat } from "./member.ts";

export interface IdleJob {
  live: string;
  seats: Seat[];
}

export interface IdleResult {
  sockets: number;
}

/** Handshakes under way at once. */
const atOnce = 50;

/** Opens a socket each, and keeps them, heart-beats and all, until this process ends. */
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
