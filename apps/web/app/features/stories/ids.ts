/** Returns a new id for a block, group, edge, item or variable. The id must be unique only within one story. */
export const createPartId = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 12);
