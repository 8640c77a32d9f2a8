import { SaxesParser } from "saxes";
import { ImportProblem } from "./problem.ts";

/** Maximum nesting depth of XML elements. Real import files have a depth of about ten. */
const maximumDepth = 100;
const maximumAttributes = 100;
/**
 * Maximum characters of one XML tag, text, comment or declaration. The parser keeps each of them in memory.
 */
const maximumPieceLength = 2_000_000;
/**
 * Maximum characters of text between two items of an import file. This is enough for a hundred texts of the maximum
 * length.
 */
const maximumTextLength = 10_000_000;

/**
 * The functions that handle the XML elements of a file format. `name` is the element's name without its namespace
 * prefix.
 */
export interface XmlElementHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

/**
 * Reads XML in pieces and yields the items that the handlers emit. Expands only the five entities of XML
 * itself, and opens no file or URL from the XML. For XML that is not well-formed, yields the items before the
 * error and then throws `ImportProblem`.
 */
export async function* readXml<T>(
  textPieces: AsyncIterable<string>,
  createHandlers: (emitItem: (item: T) => void, findCurrentLine: () => number) => XmlElementHandlers,
): AsyncGenerator<T[]> {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  let emittedImportItems: T[] = [];
  let depth = 0;
  let attributeCount = 0;
  /**
   * The number of characters that the parser has received since it last called a handler. The parser keeps them in
   * memory.
   */
  let pendingCharacterCount = 0;
  /**
   * The number of text characters since the last item of the file. A limit on this number limits the text that the
   * handlers keep in memory.
   */
  let textCharacterCount = 0;
  const lineOf = () => parser.line;
  const elementHandlers = createHandlers((item) => {
    textCharacterCount = 0;
    emittedImportItems.push(item);
  }, lineOf);
  const throwImportProblem = (
    code: ConstructorParameters<typeof ImportProblem>[0],
    detail?: string,
  ): never => {
    throw new ImportProblem(code, parser.line, detail);
  };

  // The messages of the XML library begin with "line:column: ". This prefix is removed, because `ImportProblem` has the
  // line in a field.
  parser.on("error", ({ message }) => throwImportProblem("SYNTAX", message.replace(/^\d+:\d+: /, "")));
  parser.on("doctype", (doctypeText) => {
    pendingCharacterCount = 0;
    if (/<!ENTITY|%/i.test(doctypeText)) throwImportProblem("ENTITIES");
  });
  parser.on("opentagstart", () => {
    pendingCharacterCount = 0;
    attributeCount = 0;
    if (++depth > maximumDepth) throwImportProblem("TOO_DEEP");
  });
  parser.on("attribute", () => {
    pendingCharacterCount = 0;
    if (++attributeCount > maximumAttributes) throwImportProblem("TOO_LARGE");
  });
  parser.on("opentag", ({ name, attributes }) =>
    elementHandlers.open(removeNamespacePrefix(name), attributes),
  );
  parser.on("closetag", ({ name }) => {
    pendingCharacterCount = 0;
    depth--;
    elementHandlers.close(removeNamespacePrefix(name));
  });
  const collectText = (text: string) => {
    pendingCharacterCount = 0;
    textCharacterCount += text.length;
    if (textCharacterCount > maximumTextLength) throwImportProblem("TOO_LARGE");
    elementHandlers.text(text);
  };
  parser.on("text", collectText);
  parser.on("cdata", collectText);
  const ignoreText = () => {
    pendingCharacterCount = 0;
  };
  parser.on("comment", ignoreText);
  parser.on("processinginstruction", ignoreText);

  const parsePieces = async function* () {
    for await (const textPiece of textPieces) {
      pendingCharacterCount += textPiece.length;
      yield () => {
        parser.write(textPiece);
        if (pendingCharacterCount > maximumPieceLength) throwImportProblem("TOO_LARGE");
      };
    }
    yield () => {
      parser.close();
    };
  };
  for await (const parsePiece of parsePieces()) {
    let parseError: unknown = null;
    try {
      parsePiece();
    } catch (error) {
      parseError = error;
    }
    if (emittedImportItems.length > 0) yield emittedImportItems;
    emittedImportItems = [];
    if (parseError) throw parseError;
  }
}

const removeNamespacePrefix = (name: string): string => name.slice(name.indexOf(":") + 1);
