// `npm start`: installs the packages, builds the web app and starts the server. Works in a fresh checkout.
import { runPinnedNode } from "./run.js";
import { serverEnvironment, serverProgram } from "./server.js";
import { buildWeb, installPackages, runSteps } from "./setup.js";

await runSteps(async () => {
  await installPackages();
  await buildWeb();
  runPinnedNode(serverProgram, serverEnvironment);
});
