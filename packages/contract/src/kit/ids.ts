import { z } from "zod";

/**
 * A row's id: a UUID in lower case, as PostgreSQL writes it. Ids are compared as text and are part of live
 * subjects, so another spelling would be another id.
 */
export const idSchema = z.uuid().toLowerCase().meta({ id: "Id" });

/** An id that a form offers for choice. Without one, the refusal asks to choose. */
export const chosenId = z.uuid({ error: "choice" }).toLowerCase();

/**
 * Makes a call that creates something safe to repeat. The answer to a second call of the same person with this id is what
 * the first one created.
 */
export const creationId = idSchema.optional();

/** The id of the row that was created or deleted. */
export const onlyId = z.object({ id: idSchema }).meta({ id: "OnlyId" });
