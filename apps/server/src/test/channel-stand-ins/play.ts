import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import type { MessengerStandIn } from "./messenger.ts";
import { makeSampleFiles, type SampleFileName, sampleFilesPath } from "./samples.ts";
import type { StandIn, StandInCustomer } from "./stand-in.ts";
import type { ZaloStandIn } from "./zalo.ts";

// A web page on which a developer acts as the customers of the stand-ins (fake platforms).

interface StandInPlatforms {
  readonly messenger: MessengerStandIn;
  readonly zalo: ZaloStandIn;
}

interface StandInOptions {
  readonly port: number;
  /** The URL of the Kakehashi server that the developer tries out. */
  readonly server: string;
  readonly platforms: StandInPlatforms;
}

/** The error for an action that the stand-in refuses. The developer's web page shows its message. */
class RefusedActionError extends Error {}

const platformNameSchema = z.enum(["messenger", "zalo"]);
const customerFields = { platform: platformNameSchema, customer: z.string() };
const actionSchema = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("addPage"), platform: platformNameSchema, name: z.string().min(1) }),
  z.strictObject({
    act: z.literal("addCustomer"),
    platform: platformNameSchema,
    page: z.string(),
    name: z.string().min(1),
  }),
  z.strictObject({ act: z.literal("webhook"), platform: platformNameSchema, address: z.url() }),
  z.strictObject({ act: z.literal("move"), platform: platformNameSchema, hours: z.number() }),
  z.strictObject({ act: z.literal("expire"), platform: platformNameSchema, page: z.string() }),
  z.strictObject({ act: z.literal("revoke"), platform: platformNameSchema, page: z.string() }),
  z.strictObject({
    act: z.literal("fail"),
    platform: platformNameSchema,
    kind: z.enum(["hang", "cut", "brokenJson"]),
  }),
  z.strictObject({
    act: z.literal("write"),
    ...customerFields,
    text: z.string().min(1),
    repeat: z.number().max(5),
  }),
  z.strictObject({ act: z.literal("press"), ...customerFields, payload: z.string() }),
  z.strictObject({ act: z.literal("image"), ...customerFields, url: z.url() }),
  z.strictObject({ act: z.enum(["sticker", "picture", "file", "audio", "location"]), ...customerFields }),
  z.strictObject({ act: z.literal("seen"), ...customerFields }),
  z.strictObject({ act: z.literal("follow"), ...customerFields }),
  z.strictObject({ act: z.literal("unfollow"), ...customerFields }),
  z.strictObject({ act: z.literal("elsewhere"), ...customerFields, text: z.string().min(1) }),
]);
type PlayAction = z.infer<typeof actionSchema>;

const sampleUrlOf = (standIn: StandIn, name: SampleFileName): string =>
  new URL(sampleFilesPath + name, standIn.url).href;

function customerOf(standIn: StandIn, id: string): StandInCustomer {
  const customer = standIn.customers.find((candidate) => candidate.id === id);
  if (!customer) throw new RefusedActionError("There is no such customer.");
  return customer;
}

async function performAction(platforms: StandInPlatforms, action: PlayAction): Promise<void> {
  const standIn: StandIn = platforms[action.platform];
  switch (action.act) {
    case "addPage":
      standIn.addPage(action.name);
      return;
    case "addCustomer":
      standIn.addCustomer(action.page, action.name);
      return;
    case "webhook":
      standIn.webhookSender.webhookUrl = action.address;
      // Facebook verifies the webhook before it sends the first event to it.
      if (action.platform === "messenger") await platforms.messenger.verifyWebhook();
      return;
    case "move":
      return standIn.clock.advance(action.hours * 3_600_000);
    case "expire":
      return standIn.expireToken(action.page);
    case "revoke":
      return standIn.revokePermission(action.page);
    case "fail":
      return standIn.failNextCall({ kind: action.kind });
  }
  const customer = customerOf(standIn, action.customer);
  switch (action.act) {
    case "write":
      return customer.write(action.text, { eventCopyCount: action.repeat });
    case "press":
      return customer.press(action.payload);
    case "image":
      return customer.sendImage(action.url);
    case "sticker":
      return customer.sendSticker(sampleUrlOf(standIn, "sticker.png"));
    case "picture":
      return customer.sendImage(sampleUrlOf(standIn, "picture.jpg"));
    case "file":
      return customer.sendFile(sampleUrlOf(standIn, "price-list.pdf"), "price-list.pdf");
    case "audio":
      return customer.sendAudio(sampleUrlOf(standIn, "voice.wav"));
    case "location":
      return customer.sendLocation(10.7769, 106.7009, "Nhà hát Thành phố");
    case "seen":
      return customer.markAllSeen();
    case "follow":
      return customer.follow();
    case "unfollow":
      return customer.unfollow();
    case "elsewhere":
      return customer.answerInPlatformApp(action.text);
  }
}

const standInStateOf = (standIn: StandIn) => ({
  webhook: standIn.webhookSender.webhookUrl,
  now: standIn.clock.now(),
  pages: standIn.pages,
  customers: standIn.customers.map(({ id, name, pageId, conversationMessages }) => ({
    id,
    name,
    pageId,
    messages: conversationMessages,
  })),
  attempts: standIn.webhookSender.attemptRecords.slice(-8),
  calls: standIn.calls
    .slice(-8)
    .map(({ method, path, body }) => ({ method, path, body: body.slice(0, 500) })),
});

async function readJson(request: IncomingMessage): Promise<unknown> {
  // A page of another site can send a body of this content type only after a CORS preflight request. This server
  // refuses such requests, so other sites cannot act as customers.
  if (request.headers["content-type"] !== "application/json") throw new RefusedActionError("JSON is needed.");
  const bodyChunks: Buffer[] = [];
  for await (const bodyChunk of request) bodyChunks.push(bodyChunk);
  return JSON.parse(Buffer.concat(bodyChunks).toString("utf8"));
}

export async function startStandInControlPage({ port, server, platforms }: StandInOptions) {
  const sampleFilesByPath = new Map(
    Object.entries(await makeSampleFiles()).map(([name, sample]) => [sampleFilesPath + name, sample]),
  );
  for (const [name, standIn] of Object.entries(platforms) as [keyof StandInPlatforms, StandIn][]) {
    standIn.serveFiles(sampleFilesByPath);
    standIn.webhookSender.webhookUrl = new URL(`/api/webhooks/${name}/app`, server).href;
    for (const pageName of ["Hoa Sen Café", "Sakura Shop"]) {
      const page = standIn.addPage(pageName);
      standIn.addCustomer(page.id, "Trần Thị Mai");
    }
  }
  const html = readFileSync(join(import.meta.dirname, "play.html"));
  const httpServer = createServer(async (request, response) => {
    const answerJson = (status: number, json: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
    try {
      switch (`${request.method} ${request.url}`) {
        case "GET /":
          response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
          return;
        case "GET /state":
          answerJson(200, {
            messenger: standInStateOf(platforms.messenger),
            zalo: standInStateOf(platforms.zalo),
          });
          return;
        case "POST /act": {
          const parsed = actionSchema.safeParse(await readJson(request));
          if (!parsed.success) throw new RefusedActionError(z.prettifyError(parsed.error));
          await performAction(platforms, parsed.data);
          answerJson(200, {});
          return;
        }
        default:
          answerJson(404, { error: "Not found" });
      }
    } catch (error) {
      answerJson(422, { error: error instanceof Error ? error.message : String(error) });
    }
  });
  await new Promise<void>((resolve, reject) => {
    httpServer.once("error", reject);
    httpServer.listen(port, "127.0.0.1", resolve);
  });
  const boundAddress = httpServer.address();
  if (boundAddress === null || typeof boundAddress === "string") throw new Error("Not listening");
  return {
    url: `http://127.0.0.1:${boundAddress.port}/`,
    async close(): Promise<void> {
      httpServer.closeAllConnections();
      await new Promise<void>((resolve) => httpServer.close(() => resolve()));
    },
  };
}
