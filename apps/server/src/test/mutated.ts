import fc from "fast-check";

/**
 * Generates functions that corrupt a request body by one to three random changes. A change cuts, replaces, doubles or
 * adds bytes.
 */
export function arbitraryBodyMutator(originalBody: Buffer): fc.Arbitrary<(body: Buffer) => Buffer> {
  const position = fc.nat(originalBody.length - 1);
  const mutation = fc.oneof(
    position.map((offset) => (body: Buffer) => body.subarray(0, offset)),
    position.map((offset) => (body: Buffer) => body.subarray(offset)),
    fc.tuple(position, fc.nat(255)).map(([offset, byte]) => (body: Buffer) => {
      const changedBody = Buffer.from(body);
      if (offset < changedBody.length) changedBody[offset] = byte;
      return changedBody;
    }),
    fc.tuple(position, fc.uint8Array({ maxLength: 80 })).map(
      ([offset, bytes]) =>
        (body: Buffer) =>
          Buffer.concat([body.subarray(0, offset), bytes, body.subarray(offset)]),
    ),
    fc.tuple(position, position).map(
      ([first, second]) =>
        (body: Buffer) =>
          Buffer.concat([body.subarray(0, Math.min(first, second)), body.subarray(Math.max(first, second))]),
    ),
    fc.tuple(position, position).map(
      ([first, second]) =>
        (body: Buffer) =>
          Buffer.concat([body.subarray(0, first), body.subarray(second)]),
    ),
  );
  return fc
    .array(mutation, { minLength: 1, maxLength: 3 })
    .map((changes) => (body) => changes.reduce((changedBody, change) => change(changedBody), body));
}

/**
 * Generates the content type of a multipart request. Most are `declaredType`, but some have an odd boundary or none.
 */
export function arbitraryMultipartContentType(declaredType: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(declaredType) },
    fc
      .string({ unit: "grapheme-ascii", maxLength: 400 })
      .map((boundary) => `multipart/form-data; boundary=${boundary.replace(/[^\x20-\x7e]/g, "")}`),
    fc.constantFrom(
      "multipart/form-data",
      "multipart/form-data;boundary",
      'multipart/form-data; boundary="',
      "Multipart/Form-Data; charset=x",
    ),
  );
}
