declare module "opentype.js" {
  /** A font out of the bytes of a TTF, OTF or WOFF file. */
  export function parse(bytes: ArrayBufferLike): unknown;
}
