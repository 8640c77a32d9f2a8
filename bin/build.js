// `npm run build`: the web app as `npm start` serves it, if it is stale.
import { buildWeb, install, main } from "./setup.js";

await main(async () => {
  await install();
  await buildWeb();
});
