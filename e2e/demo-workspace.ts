/** The password of every person in the demo workspace. */
export const demoPassword = "Demo-of-bridges-1";
/** The environment variables that make a server create the demo workspace. */
export const demoEnvironment = { DEMO: "1", DEMO_PASSWORD: demoPassword };
