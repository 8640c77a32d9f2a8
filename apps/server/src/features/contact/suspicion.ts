import { minimumContactFormSeconds, secondsUntilProofIsOptional } from "@kakehashi/contract/contact";
import { LRUCache } from "lru-cache";
import { networkOf } from "../../kit/http/network.ts";
import type { IssuedContactForm } from "./forms.ts";

/** Maximum age of a contact form, in seconds. A web page that stays open replaces its form by a new one. */
const maximumFormAgeSeconds = 24 * 60 * 60;
/** A contact message with this many links or more is suspicious. A person who asks for an offer writes fewer links. */
const suspiciousLinkCount = 3;
/**
 * If one network sends more contact messages per hour than this, the further ones look automated. The limit is not
 * lower, because an office may share a network.
 */
const suspiciousMessagesPerHour = 8;
const hourMs = 60 * 60 * 1000;
/** Maximum number of networks whose messages are counted, so that the counts do not fill the memory. */
const maximumCountedNetworks = 10_000;

/** Counts messages per network in the last hour. The least recently used networks are dropped first. */
export function createNetworkMessageCounter(now: () => number = Date.now) {
  const timesByNetwork = new LRUCache<string, number[]>({ max: maximumCountedNetworks });
  return {
    add(address: string): number {
      const network = networkOf(address);
      const recentTimes = (timesByNetwork.get(network) ?? []).filter((time) => time > now() - hourMs);
      recentTimes.push(now());
      timesByNetwork.set(network, recentTimes.slice(-suspiciousMessagesPerHour - 1));
      return recentTimes.length;
    },
  };
}

/** Whether a contact message looks automated. Its sender must then do a proof of work. */
export function isSuspicious(
  message: string,
  /** The form of the message. Undefined: the message came without a form. Null: the form is forged. */
  form: IssuedContactForm | null | undefined,
  messageCountInLastHour: number,
): boolean {
  if (form === null) return true;
  if (form && (form.ageSeconds < minimumContactFormSeconds || form.ageSeconds > maximumFormAgeSeconds))
    return true;
  if ((message.match(/https?:\/\/|www\./gi) ?? []).length >= suspiciousLinkCount) return true;
  return messageCountInLastHour > suspiciousMessagesPerHour;
}

/**
 * Whether the sender was asked for a proof of work and has waited long enough since then. Waiting replaces the proof
 * for a person without JavaScript.
 */
export function hasWaitedInsteadOfProof(form: IssuedContactForm | null | undefined): boolean {
  return (
    form?.isProofRequested === true &&
    form.ageSeconds >= secondsUntilProofIsOptional &&
    form.ageSeconds <= maximumFormAgeSeconds
  );
}
