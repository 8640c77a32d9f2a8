import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface CheckedAnswer {
  status: number;
  type: string;
  body: string;
  /** The headers of the answer. Every header that the OpenAPI document describes must be among them. */
  headers?: Readonly<Record<string, unknown>>;
}

/** A call by its method and path, with parameters as `:name`. */
interface DescribedCall {
  readonly method: string;
  readonly path: string;
}

/** Escapes a key of an object for use in a JSON pointer. */
const key = (name: string) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));

interface Response {
  $ref?: string;
  content?: object;
  headers?: object;
}
interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

/**
 * Checks answers against an OpenAPI document, as a program in another language would. Throws for a status or media type
 * that the document does not name, for a missing header, and for a body of another shape.
 */
export function createAnswerChecker(document: object): (called: DescribedCall, given: CheckedAnswer) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "api");
  const { paths, components } = document as OpenApiDocument;

  return ({ method, path }, { status, type, body, headers = {} }) => {
    const name = path.replace(/:(\w+)/g, "{$1}");
    const call = `${method} ${path}`;
    const { responses = {} } = paths[name]?.[method.toLowerCase()] ?? {};
    const statusKey = [String(status), `${String(status)[0]}XX`].find((status) => responses[status]);
    if (!statusKey) throw new Error(`${call} answered ${status}, which is not described.`);
    const sharedName = responses[statusKey]?.$ref?.split("/").at(-1);
    const response = sharedName === undefined ? responses[statusKey] : components.responses[sharedName];
    for (const header of Object.keys(response?.headers ?? {}))
      if (status !== 302 && headers[header.toLowerCase()] === undefined)
        throw new Error(`${call} answered ${status} without ${header}.`);
    const content = Object.keys(response?.content ?? {});
    const answerMediaType = type.split(";")[0] ?? "";
    // The answer to HEAD has the headers of the answer to GET, without a body.
    if ((content.length === 0 || method === "HEAD") && body === "") return;
    const mediaType = [answerMediaType, "*/*"].find((candidate) => content.includes(candidate));
    if (!mediaType)
      throw new Error(`${call} answered ${status} as ${answerMediaType}, which is not described.`);
    if (mediaType !== "application/json") return;
    const responsePath =
      sharedName === undefined
        ? ["paths", name, method.toLowerCase(), "responses", statusKey]
        : ["components", "responses", sharedName];
    const schemaPath = [...responsePath, "content", mediaType, "schema"];
    const validate = ajv.getSchema(`api#/${schemaPath.map(key).join("/")}`);
    if (!validate) throw new Error(`${call} has no schema for ${status}.`);
    if (!validate(JSON.parse(body)))
      throw new Error(
        `${call} answered ${status} otherwise than described: ${ajv.errorsText(validate.errors)}`,
      );
  };
}
