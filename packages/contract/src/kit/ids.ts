import { z } from "zod";

/**
 * A row's id, a UUID, in the spelling that the database gives it: ids are compared as text, and live subjects are named
 * by them, so that an id in capitals would be another one.
 */
export const idSchema = z.uuid().toLowerCase().meta({ id: "Id" });

/** Names the row that is gone, or that was made. */
export const onlyId = z.object({ id: idSchema }).meta({ id: "OnlyId" });
