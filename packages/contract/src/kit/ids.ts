import { z } from "zod";

/**
 * The id of a database row: a UUID in lower case, as PostgreSQL writes it. Ids are compared as text, and the names
 * under which servers announce changes to each other contain ids. So the same id in upper case would count as another
 * id.
 */
export const idSchema = z.uuid().toLowerCase().meta({ id: "Id" });

/**
 * The id of an item that a person must choose in a form. If it is missing, the error message asks the person to choose.
 */
export const requiredChoiceIdSchema = z.uuid({ error: "choice" }).toLowerCase();

/**
 * An id that the caller invents for a row to create, so that the request can be repeated safely. A second request of
 * the same person with this id returns what the first one created.
 */
export const creationIdSchema = idSchema.optional();

/** Response data that contains only the id of the created or deleted row. */
export const onlyIdSchema = z.object({ id: idSchema }).meta({ id: "OnlyId" });
