import { switchRoomMachine } from "@kakehashi/contract/machine-rooms";
import type { Person } from "./world.ts";

/** Lets the machine translate a room, or stops it. */
export const switchMachine = (person: Person, id: string, on: boolean) =>
  person.call(switchRoomMachine, { params: { id }, body: { on } });
