// `npm start`: goes from a bare checkout to a running server.
import { run } from "./run.js";
import { serverEnvironment, serverProgram } from "./server.js";
import { buildWeb, installPackages, runSteps } from "./setup.js";

await runSteps(async () => {
  await installPackages();
  await buildWeb();
  run(serverProgram, serverEnvironment);
});
