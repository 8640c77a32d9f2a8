import { z } from "zod";

/** The id of a block, group, edge, item or variable. The story editor creates it. */
export const flowPartIdSchema = z
  .string()
  .max(40)
  .regex(/^[\w-]{1,40}$/);
