import { z } from "zod";

/**
 * A row's id: a UUID in lower case, as PostgreSQL writes it. Ids are compared as text and are part of the subjects of
 * live events, so another spelling would be another id.
 */
export const idSchema = z.uuid().toLowerCase().meta({ id: "Id" });

/**
 * The id of an item that a person chooses in a form. If the id is missing, the error message asks the person to choose.
 */
export const chosenId = z.uuid({ error: "choice" }).toLowerCase();

/**
 * An id from the caller that makes a creating call safe to repeat. A second call of the same person with this
 * id returns what the first call created.
 */
export const creationId = idSchema.optional();

/** The id of the row that was created or deleted. */
export const onlyId = z.object({ id: idSchema }).meta({ id: "OnlyId" });
