import { parseArgs } from "node:util";
import { startMessengerStandIn } from "../apps/server/src/test/channel-stand-ins/messenger.ts";
import { startStandInControlPage } from "../apps/server/src/test/channel-stand-ins/play.ts";
import { startZaloStandIn } from "../apps/server/src/test/channel-stand-ins/zalo.ts";

// Starts simulated versions of Messenger and Zalo, and a page on which a developer plays their customers.

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4800" },
    server: { type: "string", default: "http://127.0.0.1:3000" },
  },
});
const webhookPort = Number(values.port);
if (!(webhookPort >= 1 && webhookPort <= 65_533) || !URL.canParse(values.server)) {
  console.error("--port must be a number, and --server an address like http://127.0.0.1:3000.");
  process.exit(1);
}

const { messenger, zalo, play } = await startStandIns().catch((error: unknown) => {
  const isPortTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  console.error(
    isPortTaken
      ? `The ports ${webhookPort} to ${webhookPort + 2} are taken. Choose others by --port.`
      : error,
  );
  process.exit(1);
});

async function startStandIns() {
  const messenger = await startMessengerStandIn({ port: webhookPort + 1 });
  const zalo = await startZaloStandIn({ port: webhookPort + 2 });
  const customerPage = await startStandInControlPage({
    port: webhookPort,
    server: values.server,
    platforms: { messenger, zalo },
  });
  return { messenger, zalo, play: customerPage };
}

const channelVariables = { ...messenger.environmentVariables, ...zalo.environmentVariables };
console.log(`Play the customers at ${play.url}\n\nStart the server with:\n`);
for (const [name, value] of Object.entries(channelVariables)) console.log(`export ${name}=${value}`);
console.log("\nThen connect the pages at /schat/listpage.");

async function stopStandIns(): Promise<void> {
  await play.close();
  await messenger.close();
  await zalo.close();
  process.exit(0);
}
for (const name of ["SIGINT", "SIGTERM", "disconnect"]) process.on(name, () => void stopStandIns());
