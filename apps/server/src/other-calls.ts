import { fileBytesSchema, openApiFailureResponses, openApiNoSpaceResponse } from "./kit/http/openapi.ts";

type JsonObject = Record<string, unknown>;

const textSchema = { type: "string" } as const;
const countSchema = { type: "string", pattern: "^\\d+$" } as const;
const pathParameter = (name: string, schema: JsonObject) => ({ name, in: "path", required: true, schema });
const headerParameter = (name: string, schema: JsonObject, required = true) => ({
  name,
  in: "header",
  required,
  schema,
});
const requiredHeader = (schema: JsonObject) => ({ required: true, schema });

const describePictureCall = (summary: string): JsonObject => ({
  get: {
    summary,
    tags: ["pictures"],
    parameters: [pathParameter("name", textSchema)],
    responses: {
      200: {
        description: "WebP. The address never holds another picture.",
        content: { "image/webp": { schema: fileBytesSchema } },
      },
      ...openApiFailureResponses,
    },
  },
});

const describeWebhookCall = (summary: string): JsonObject => ({
  summary,
  tags: ["webhooks"],
  parameters: [pathParameter("page", textSchema)],
  requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
  responses: {
    200: { description: "Stored.", content: { "text/plain": { schema: textSchema } } },
    ...openApiFailureResponses,
  },
});

const tusVersionHeader = { "Tus-Resumable": requiredHeader({ const: "1.0.0" }) };
const tusVersionParameter = headerParameter("Tus-Resumable", { const: "1.0.0" });
/** The error responses of uploads. The tus library sends some of them itself, as plain text instead of JSON. */
const tusRefusals = {
  ...openApiFailureResponses,
  "4XX": {
    description:
      "Refused. What the rules of tus refuse (a wrong offset, a missing header) comes in plain text, the rest in the shape of the API's errors.",
    content: {
      "application/json": { schema: { $ref: "#/components/schemas/Error" } },
      "text/plain": { schema: textSchema },
    },
  },
  ...openApiNoSpaceResponse,
};
const describeTusCall = (
  summary: string,
  parameters: JsonObject[],
  responses: JsonObject,
  body?: JsonObject,
): JsonObject => ({
  summary,
  tags: ["uploads"],
  security: [{ bearer: [] }],
  parameters: [tusVersionParameter, ...parameters],
  ...(body && { requestBody: body }),
  responses: { ...responses, ...tusRefusals },
});
const uploadIdParameter = pathParameter("id", { type: "string", format: "uuid" });
const lastPieceAnswer: JsonObject = {
  description: "The last piece: what the file has become.",
  headers: tusVersionHeader,
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: { data: { $ref: "#/components/schemas/File" } },
        required: ["data"],
      },
    },
  },
};

const describeStatusResponse = (value: string, fields: JsonObject = {}): JsonObject => ({
  description: "Yes.",
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["data"],
        properties: {
          data: { type: "object", required: ["status"], properties: { status: { const: value }, ...fields } },
        },
      },
    },
  },
});

/**
 * Describes the HTTP paths that are not in the contract: public pictures, webhooks of platforms, uploads in pieces (tus
 * 1.0), health and metrics. `origin`: the site's origin for `/metrics`, which is not below `/api`.
 */
export function describePathsOutsideContract(origin: string): Record<string, JsonObject> {
  return {
    "/avatars/{name}": describePictureCall("Somebody's picture."),
    "/blog/pictures/{name}": describePictureCall("A picture of a post."),
    "/webhooks/messenger/{page}": {
      get: {
        summary: "Answers the challenge with which Messenger checks the address.",
        tags: ["webhooks"],
        parameters: [pathParameter("page", textSchema)],
        responses: {
          200: { description: "The challenge.", content: { "text/plain": { schema: textSchema } } },
          ...openApiFailureResponses,
        },
      },
      post: describeWebhookCall(
        "Takes signed events of Messenger. They are stored before the answer, each once.",
      ),
    },
    "/webhooks/zalo/{page}": {
      post: describeWebhookCall("Takes signed events of Zalo. They are stored before the answer, each once."),
    },
    "/uploads": {
      post: describeTusCall(
        "Begins a file that is sent in pieces (tus 1.0). The id in `Location` becomes the file's.",
        [
          headerParameter("Upload-Length", countSchema),
          headerParameter("Upload-Metadata", {
            ...textSchema,
            description: "`conversation_id` and `filename`, each in base64, as tus says.",
          }),
        ],
        {
          201: {
            description: "Begun.",
            headers: { ...tusVersionHeader, Location: requiredHeader(textSchema) },
          },
        },
      ),
    },
    "/uploads/{id}": {
      head: describeTusCall("How much of it has come.", [uploadIdParameter], {
        200: {
          description: "`Upload-Offset` is where to go on.",
          headers: {
            ...tusVersionHeader,
            "Upload-Offset": requiredHeader(countSchema),
            "Upload-Length": requiredHeader(countSchema),
          },
        },
      }),
      patch: describeTusCall(
        "Sends the next piece.",
        [uploadIdParameter, headerParameter("Upload-Offset", countSchema)],
        {
          200: lastPieceAnswer,
          204: {
            description: "More is to come.",
            headers: { ...tusVersionHeader, "Upload-Offset": requiredHeader(countSchema) },
          },
        },
        { required: true, content: { "application/offset+octet-stream": { schema: fileBytesSchema } } },
      ),
      delete: describeTusCall("Throws away what has come.", [uploadIdParameter], {
        204: { description: "Gone.", headers: tusVersionHeader },
      }),
    },
    "/health": {
      get: {
        summary: "Whether the process runs.",
        tags: ["operation"],
        responses: { 200: describeStatusResponse("ok"), ...openApiFailureResponses },
      },
    },
    "/ready": {
      get: {
        summary: "Whether it can serve. `degraded` names what is away without stopping it.",
        tags: ["operation"],
        responses: {
          200: describeStatusResponse("ready", { degraded: { type: "array", items: { enum: ["bus"] } } }),
          ...openApiFailureResponses,
        },
      },
    },
    "/metrics": {
      servers: [{ url: origin }],
      get: {
        summary:
          "Figures for Prometheus. Not found for callers from elsewhere, unless they are made public by configuration.",
        tags: ["operation"],
        responses: {
          200: { description: "Figures.", content: { "text/plain": { schema: textSchema } } },
          ...openApiFailureResponses,
        },
      },
    },
  };
}
