/** The limits of what is fetched of a message from an outside platform. */
export const outsideFiles = { megabytes: 25, perMessage: 10 } as const;
