declare module "opentype.js" {
  /** Reads a font from the content of a TTF, OTF or WOFF file. */
  export function parse(bytes: ArrayBufferLike): unknown;
}
