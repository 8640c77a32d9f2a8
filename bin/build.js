// `npm run build`: builds the web app for `npm start`, unless the last build is still current.
import { buildWeb, installPackages, runSteps } from "./setup.js";

await runSteps(async () => {
  await installPackages();
  await buildWeb();
});
