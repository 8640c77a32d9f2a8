// `npm start`: goes from a bare checkout to a running server.
import { run } from "./run.js";
import { serverEnvironment, serverProgram } from "./server.js";
import { buildWeb, install, main } from "./setup.js";

await main(async () => {
  await install();
  await buildWeb();
  run(serverProgram, serverEnvironment);
});
