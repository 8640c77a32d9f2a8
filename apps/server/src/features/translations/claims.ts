import { AppError } from "../../kit/errors.ts";
import { isHeldByOther } from "./row.ts";
import { refused, requireMay, type Step } from "./step.ts";

export const claim: Step = async (held) => {
  const { row, userId, now } = held;
  await requireMay("write", held);
  if (isHeldByOther(row, userId, now)) throw refused("TRANSLATION.CLAIMED");
  return { row: { ...row, claimed_by: userId, claimed_at: now, updated_at: row.updated_at } };
};

export const release: Step = async ({ row, userId }) => {
  if (row.claimed_by === null) return null;
  if (row.claimed_by !== userId) throw refused("TRANSLATION.CLAIMED");
  return { row: { ...row, claimed_by: null, claimed_at: null } };
};

export const handOver =
  (otherId: string, isMember: (userId: string) => Promise<boolean>): Step =>
  async (held) => {
    const { row, userId, now } = held;
    await requireMay("write", held);
    if (row.claimed_by !== userId) throw refused("TRANSLATION.CLAIMED");
    const unfit = new AppError("ERR.INPUT", { fields: { user_id: "choice" } });
    if (!(await isMember(otherId))) throw unfit;
    await requireMay("write", { ...held, userId: otherId }).catch((error: unknown) => {
      throw error instanceof AppError ? unfit : error;
    });
    return { row: { ...row, claimed_by: otherId, claimed_at: now } };
  };

/** Changes nothing: only who may translate it asks its author. */
export const requireWriter: Step = async (held) => {
  await requireMay("write", held);
  return null;
};

export const keepQuestion =
  (messageId: string): Step =>
  async ({ row }) => ({ row: { ...row, question_id: messageId } });
