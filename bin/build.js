// `npm run build`: builds the web app for `npm start`, unless the last build is still current.
import { buildWeb, install, main } from "./setup.js";

await main(async () => {
  await install();
  await buildWeb();
});
