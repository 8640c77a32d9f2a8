import { patientFilling, shortestFilling } from "@kakehashi/contract/contact";
import { LRUCache } from "lru-cache";
import { networkOf } from "../../kit/http/network.ts";
import type { Handed } from "./forms.ts";

/** Seconds: a form left open for longer is handed out anew. */
const longestFilling = 24 * 60 * 60;
/** More links than a person who asks for an offer writes. */
const manyLinks = 3;
/** Messages from one network within an hour that still look like people in one office. */
const manyMessages = 8;
const hour = 60 * 60 * 1000;
/** Networks remembered at once. */
const capacity = 10_000;

/** Counts by network over the last hour, the oldest networks forgotten first. */
export function createTally(now: () => number = Date.now) {
  const times = new LRUCache<string, number[]>({ max: capacity });
  return {
    add(address: string): number {
      const network = networkOf(address);
      const recent = (times.get(network) ?? []).filter((time) => time > now() - hour);
      recent.push(now());
      times.set(network, recent.slice(-manyMessages - 1));
      return recent.length;
    },
  };
}

/** Whether a message looks like a machine's, so that its sender is asked for a little work. */
export function isSuspicious(
  message: string,
  /** Undefined: no form was used; null: a forged one. */
  form: Handed | null | undefined,
  messagesThisHour: number,
): boolean {
  if (form === null) return true;
  if (form && (form.age < shortestFilling || form.age > longestFilling)) return true;
  if ((message.match(/https?:\/\/|www\./gi) ?? []).length >= manyLinks) return true;
  return messagesThisHour > manyMessages;
}

/** Whoever cannot run a script proves themself by patience: a form asked for anew and kept for a while. */
export function isPatient(form: Handed | null | undefined): boolean {
  return form?.again === true && form.age >= patientFilling && form.age <= longestFilling;
}
