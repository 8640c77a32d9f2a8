/**
 * Limits for the files that a visitor of a bot sends: the size of one file in megabytes, and the number of files of one
 * message.
 */
export const outsideFiles = { megabytes: 25, perMessage: 10 } as const;
