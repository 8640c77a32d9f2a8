// `npm run build`: builds the web app for `npm start`, unless its sources are unchanged since the last build.
import { buildWeb, installPackages, runSteps } from "./setup.js";

await runSteps(async () => {
  await installPackages();
  await buildWeb();
});
