/** Which rooms a person is in: wired by the composition, for rooms come after files. */
export interface Rooms {
  /** Not found unless the person is in it. */
  requireMember(userId: string, roomId: string): Promise<void>;
  /** The same, and refused where nobody is left to read what they send. */
  requireOpen(userId: string, roomId: string): Promise<void>;
  idsOf(userId: string): Promise<readonly string[]>;
}
