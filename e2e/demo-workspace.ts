/** Everybody's in the demo workspace. */
export const demoPassword = "Demo-of-bridges-1";
/** What makes a server's workspace the demo one. */
export const demo = { DEMO: "1", DEMO_PASSWORD: demoPassword };
