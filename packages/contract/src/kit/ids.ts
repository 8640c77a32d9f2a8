import { z } from "zod";

/**
 * A row's id: a UUID in lower case, as PostgreSQL writes it. Ids are compared as text and occur in the subjects of live
 * events, so upper-case letters would make another id.
 */
export const idSchema = z.uuid().toLowerCase().meta({ id: "Id" });

/**
 * The id of an item that a person must choose in a form. If it is missing, the error message asks the person to choose.
 */
export const chosenId = z.uuid({ error: "choice" }).toLowerCase();

/**
 * An id from the caller that makes it safe to repeat a creating request. A second request of the same person with this
 * id returns what the first one created.
 */
export const creationId = idSchema.optional();

/** The response data with the id of the created or deleted row. */
export const onlyId = z.object({ id: idSchema }).meta({ id: "OnlyId" });
