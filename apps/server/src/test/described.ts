import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface CheckedAnswer {
  status: number;
  type: string;
  body: string;
  /** The headers of the response. They must include every header that the OpenAPI document describes. */
  headers?: Readonly<Record<string, unknown>>;
}

/** The method and path of an endpoint, with parameters as `:name`. */
interface DescribedCall {
  readonly method: string;
  readonly path: string;
}

/** Escapes a key of an object for use in a JSON pointer. */
const escapePointerKey = (name: string) =>
  encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));

interface DescribedResponse {
  $ref?: string;
  content?: object;
  headers?: object;
}
interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, DescribedResponse> }>>;
  components: { responses: Record<string, DescribedResponse> };
}

/**
 * Returns a function that checks a response against an OpenAPI document, as a client in another language would do. The
 * function throws if the document does not describe the status or the media type, if a header is missing, or if the
 * body does not match the schema.
 */
export function createResponseChecker(
  document: object,
): (called: DescribedCall, given: CheckedAnswer) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "api");
  const { paths, components } = document as OpenApiDocument;

  return ({ method, path }, { status, type, body, headers = {} }) => {
    const name = path.replace(/:(\w+)/g, "{$1}");
    const callName = `${method} ${path}`;
    const { responses = {} } = paths[name]?.[method.toLowerCase()] ?? {};
    const statusKey = [String(status), `${String(status)[0]}XX`].find((status) => responses[status]);
    if (!statusKey) throw new Error(`${callName} answered ${status}, which is not described.`);
    const sharedResponseName = responses[statusKey]?.$ref?.split("/").at(-1);
    const response =
      sharedResponseName === undefined ? responses[statusKey] : components.responses[sharedResponseName];
    for (const header of Object.keys(response?.headers ?? {}))
      if (status !== 302 && headers[header.toLowerCase()] === undefined)
        throw new Error(`${callName} answered ${status} without ${header}.`);
    const content = Object.keys(response?.content ?? {});
    const answerMediaType = type.split(";")[0] ?? "";
    // The response to HEAD has the headers of the response to GET, without a body.
    if ((content.length === 0 || method === "HEAD") && body === "") return;
    const mediaType = [answerMediaType, "*/*"].find((candidate) => content.includes(candidate));
    if (!mediaType)
      throw new Error(`${callName} answered ${status} as ${answerMediaType}, which is not described.`);
    if (mediaType !== "application/json") return;
    const responsePath =
      sharedResponseName === undefined
        ? ["paths", name, method.toLowerCase(), "responses", statusKey]
        : ["components", "responses", sharedResponseName];
    const schemaPath = [...responsePath, "content", mediaType, "schema"];
    const validateBody = ajv.getSchema(`api#/${schemaPath.map(escapePointerKey).join("/")}`);
    if (!validateBody) throw new Error(`${callName} has no schema for ${status}.`);
    if (!validateBody(JSON.parse(body)))
      throw new Error(
        `${callName} answered ${status} otherwise than described: ${ajv.errorsText(validateBody.errors)}`,
      );
  };
}
