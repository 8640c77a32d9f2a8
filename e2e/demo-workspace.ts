/** The password of everybody in the demo workspace. */
export const demoPassword = "Demo-of-bridges-1";
/** The variables that make a server create the demo workspace. */
export const demo = { DEMO: "1", DEMO_PASSWORD: demoPassword };
