/** Limits for files from a bot's visitor: the size of one file in megabytes, and the number of files in one message. */
export const visitorFileLimits = { megabytes: 25, perMessage: 10 } as const;
