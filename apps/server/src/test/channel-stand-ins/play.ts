import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import type { MessengerStandIn } from "./messenger.ts";
import { makeSamples, type SampleName, samplesPath } from "./samples.ts";
import type { Customer, StandIn } from "./stand-in.ts";
import type { ZaloStandIn } from "./zalo.ts";

// A web page for developers. On it a developer acts as the customers of the stand-in platforms.

interface Platforms {
  readonly messenger: MessengerStandIn;
  readonly zalo: ZaloStandIn;
}

interface StandInOptions {
  readonly port: number;
  /** The URL of the Kakehashi server that the developer tries out. */
  readonly server: string;
  readonly platforms: Platforms;
}

/** An action that is refused. The page shows the message. */
class Refused extends Error {}

const platform = z.enum(["messenger", "zalo"]);
const ofCustomer = { platform, customer: z.string() };
const act = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("addPage"), platform, name: z.string().min(1) }),
  z.strictObject({ act: z.literal("addCustomer"), platform, page: z.string(), name: z.string().min(1) }),
  z.strictObject({ act: z.literal("webhook"), platform, address: z.url() }),
  z.strictObject({ act: z.literal("move"), platform, hours: z.number() }),
  z.strictObject({ act: z.literal("expire"), platform, page: z.string() }),
  z.strictObject({ act: z.literal("revoke"), platform, page: z.string() }),
  z.strictObject({ act: z.literal("fail"), platform, kind: z.enum(["hang", "cut", "brokenJson"]) }),
  z.strictObject({
    act: z.literal("write"),
    ...ofCustomer,
    text: z.string().min(1),
    repeat: z.number().max(5),
  }),
  z.strictObject({ act: z.literal("press"), ...ofCustomer, payload: z.string() }),
  z.strictObject({ act: z.literal("image"), ...ofCustomer, url: z.url() }),
  z.strictObject({ act: z.enum(["sticker", "picture", "file", "audio", "location"]), ...ofCustomer }),
  z.strictObject({ act: z.literal("seen"), ...ofCustomer }),
  z.strictObject({ act: z.literal("follow"), ...ofCustomer }),
  z.strictObject({ act: z.literal("unfollow"), ...ofCustomer }),
  z.strictObject({ act: z.literal("elsewhere"), ...ofCustomer, text: z.string().min(1) }),
]);
type Act = z.infer<typeof act>;

const sampleOf = (standIn: StandIn, name: SampleName): string =>
  new URL(samplesPath + name, standIn.url).href;

function customerOf(standIn: StandIn, id: string): Customer {
  const customer = standIn.customers.find((one) => one.id === id);
  if (!customer) throw new Refused("There is no such customer.");
  return customer;
}

async function perform(platforms: Platforms, one: Act): Promise<void> {
  const standIn: StandIn = platforms[one.platform];
  switch (one.act) {
    case "addPage":
      standIn.addPage(one.name);
      return;
    case "addCustomer":
      standIn.addCustomer(one.page, one.name);
      return;
    case "webhook":
      standIn.webhooks.address = one.address;
      // Facebook verifies the webhook before it sends events to it.
      if (one.platform === "messenger") await platforms.messenger.verifyWebhook();
      return;
    case "move":
      return standIn.clock.move(one.hours * 3_600_000);
    case "expire":
      return standIn.expireToken(one.page);
    case "revoke":
      return standIn.revoke(one.page);
    case "fail":
      return standIn.failNext({ kind: one.kind });
  }
  const customer = customerOf(standIn, one.customer);
  switch (one.act) {
    case "write":
      return customer.write(one.text, { repeat: one.repeat });
    case "press":
      return customer.press(one.payload);
    case "image":
      return customer.sendImage(one.url);
    case "sticker":
      return customer.sendSticker(sampleOf(standIn, "sticker.png"));
    case "picture":
      return customer.sendImage(sampleOf(standIn, "picture.jpg"));
    case "file":
      return customer.sendFile(sampleOf(standIn, "price-list.pdf"), "price-list.pdf");
    case "audio":
      return customer.sendAudio(sampleOf(standIn, "voice.wav"));
    case "location":
      return customer.sendLocation(10.7769, 106.7009, "Nhà hát Thành phố");
    case "seen":
      return customer.seen();
    case "follow":
      return customer.follow();
    case "unfollow":
      return customer.unfollow();
    case "elsewhere":
      return customer.answerElsewhere(one.text);
  }
}

const stateOf = (standIn: StandIn) => ({
  webhook: standIn.webhooks.address,
  now: standIn.clock.now(),
  pages: standIn.pages,
  customers: standIn.customers.map(({ id, name, pageId, messages }) => ({ id, name, pageId, messages })),
  attempts: standIn.webhooks.attempts.slice(-8),
  calls: standIn.calls
    .slice(-8)
    .map(({ method, path, body }) => ({ method, path, body: body.slice(0, 500) })),
});

async function readJson(request: IncomingMessage): Promise<unknown> {
  // A page of another site cannot send this content type without a CORS preflight, which this server does not
  // allow.
  if (request.headers["content-type"] !== "application/json") throw new Refused("JSON is needed.");
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}

export async function startPlatformStandIns({ port, server, platforms }: StandInOptions) {
  const samples = new Map(
    Object.entries(await makeSamples()).map(([name, sample]) => [samplesPath + name, sample]),
  );
  for (const [name, standIn] of Object.entries(platforms) as [keyof Platforms, StandIn][]) {
    standIn.serve(samples);
    standIn.webhooks.address = new URL(`/api/webhooks/${name}/app`, server).href;
    for (const pageName of ["Hoa Sen Café", "Sakura Shop"]) {
      const page = standIn.addPage(pageName);
      standIn.addCustomer(page.id, "Trần Thị Mai");
    }
  }
  const html = readFileSync(join(import.meta.dirname, "play.html"));
  const http = createServer(async (request, response) => {
    const answer = (status: number, json: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
    try {
      switch (`${request.method} ${request.url}`) {
        case "GET /":
          response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
          return;
        case "GET /state":
          answer(200, { messenger: stateOf(platforms.messenger), zalo: stateOf(platforms.zalo) });
          return;
        case "POST /act": {
          const parsed = act.safeParse(await readJson(request));
          if (!parsed.success) throw new Refused(z.prettifyError(parsed.error));
          await perform(platforms, parsed.data);
          answer(200, {});
          return;
        }
        default:
          answer(404, { error: "Not found" });
      }
    } catch (error) {
      answer(422, { error: error instanceof Error ? error.message : String(error) });
    }
  });
  await new Promise<void>((done, fail) => {
    http.once("error", fail);
    http.listen(port, "127.0.0.1", done);
  });
  const bound = http.address();
  if (bound === null || typeof bound === "string") throw new Error("Not listening");
  return {
    url: `http://127.0.0.1:${bound.port}/`,
    async close(): Promise<void> {
      http.closeAllConnections();
      await new Promise<void>((done) => http.close(() => done()));
    },
  };
}
