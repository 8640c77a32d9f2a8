import fc from "fast-check";

/** The owners of the devices. The first person has two devices, and each other person has one. */
export const owners = [0, 0, 1, 2];

const device = fc.nat(owners.length - 1);
const message = fc.nat(100);
/**
 * A random step of people or networks. `device` and `message` are indexes; they are taken modulo the number of devices
 * or messages.
 */
export const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant("post" as const),
      device,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("reply" as const), device, message }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("edit" as const), device, message }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("delete" as const), device, message }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("react" as const), device, message }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("read" as const), device }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("unread" as const), device, message }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("cut" as const), device, bytes: fc.nat(3_000) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("back" as const), device }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("scroll" as const), device }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("settle" as const) }) },
);
/** Milliseconds by which each device's answers are delayed. Live events are not delayed. */
export const answerDelaysMs = fc.array(fc.nat(20), { minLength: owners.length, maxLength: owners.length });
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
