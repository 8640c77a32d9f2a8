import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { proofBits } from "@kakehashi/contract/contact";
import { newId } from "../../kit/ids.ts";

/** A form that somebody was handed: which, how many seconds ago, and whether they were asked for a proof. */
export interface Handed {
  id: string;
  age: number;
  again: boolean;
}

/** Marks of contact forms. Nothing is stored: a mark is signed, and the message's row keeps its id. */
export function createForms(key: Buffer, now: () => number = Date.now) {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 32);

  return {
    issue(again: boolean): string {
      const text = `${Math.floor(now() / 1000)}.${newId()}.${again ? "again" : "first"}`;
      return `${text}.${sign(text)}`;
    },

    /** Null for what was never handed out. */
    read(mark: string): Handed | null {
      const [time = "", id = "", kind = "", signature = ""] = mark.split(".");
      const expected = Buffer.from(sign(`${time}.${id}.${kind}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { id, age: now() / 1000 - Number(time), again: kind === "again" };
    },
  };
}

/** Whether the work was done for this form. */
export function isProof(form: string, proof: string): boolean {
  const hash = createHash("sha256").update(`${form}:${proof}`).digest();
  return hash.readUInt32BE(0) >>> (32 - proofBits) === 0;
}
