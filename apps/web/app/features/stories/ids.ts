/** A new id for a block, group, edge, item or variable. Ids are never shown, and must differ within one story alone. */
export const newPartId = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 12);
