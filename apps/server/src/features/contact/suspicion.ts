import { patientFillingSeconds, shortestFillingSeconds } from "@kakehashi/contract/contact";
import { LRUCache } from "lru-cache";
import { networkOf } from "../../kit/http/network.ts";
import type { SubmittedForm } from "./forms.ts";

/** A form that was open for longer than this is replaced by a new one. */
const longestFillingSeconds = 24 * 60 * 60;
/** A person who asks for an offer writes fewer links. */
const manyLinksCount = 3;
/** Up to this many messages per hour from one network may come from one office. */
const manyMessages = 8;
const hourMs = 60 * 60 * 1000;
/** Networks remembered at once. */
const capacity = 10_000;

/** Messages per network in the last hour. The least recently used networks are forgotten first. */
export function createMessageCounter(now: () => number = Date.now) {
  const times = new LRUCache<string, number[]>({ max: capacity });
  return {
    add(address: string): number {
      const network = networkOf(address);
      const recent = (times.get(network) ?? []).filter((time) => time > now() - hourMs);
      recent.push(now());
      times.set(network, recent.slice(-manyMessages - 1));
      return recent.length;
    },
  };
}

/** Whether a message looks automated. Its sender must then do a proof of work. */
export function isSuspicious(
  message: string,
  /**
   * The form that the message was sent with. Undefined if it was sent without one, null if the form is
   * forged.
   */
  form: SubmittedForm | null | undefined,
  messagesThisHour: number,
): boolean {
  if (form === null) return true;
  if (form && (form.ageSeconds < shortestFillingSeconds || form.ageSeconds > longestFillingSeconds))
    return true;
  if ((message.match(/https?:\/\/|www\./gi) ?? []).length >= manyLinksCount) return true;
  return messagesThisHour > manyMessages;
}

/**
 * Whether enough time has passed since the form was requested. A person without scripts waits instead of a
 * proof of work.
 */
export function wasFilledSlowly(form: SubmittedForm | null | undefined): boolean {
  return (
    form?.isRepeated === true &&
    form.ageSeconds >= patientFillingSeconds &&
    form.ageSeconds <= longestFillingSeconds
  );
}
