/** Conversations that the reader left in this page. The way back may lead to one of them: there is nothing to say there. */
export const leftHere = new Set<string>();
