import fc from "fast-check";

/** The index of the person who owns each device. The first person owns two devices, and the others own one each. */
export const ownerIndexByDevice = [0, 0, 1, 2];

const anyDeviceIndex = fc.nat(ownerIndexByDevice.length - 1);
const anyMessageIndex = fc.nat(100);
/**
 * A random action of a person, or a random network failure. The numbers `device` and `message` may be too large for the
 * devices and messages that exist. The test therefore uses the remainder of a division as the index.
 */
export const anyStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant("post" as const),
      device: anyDeviceIndex,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("reply" as const),
      device: anyDeviceIndex,
      message: anyMessageIndex,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("edit" as const),
      device: anyDeviceIndex,
      message: anyMessageIndex,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("delete" as const),
      device: anyDeviceIndex,
      message: anyMessageIndex,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("react" as const),
      device: anyDeviceIndex,
      message: anyMessageIndex,
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("read" as const), device: anyDeviceIndex }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("unread" as const),
      device: anyDeviceIndex,
      message: anyMessageIndex,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant("cut" as const), device: anyDeviceIndex, bytes: fc.nat(3_000) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("back" as const), device: anyDeviceIndex }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("scroll" as const), device: anyDeviceIndex }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("settle" as const) }) },
);
/** For each device, by how many milliseconds its API responses are delayed. Live events are not delayed. */
export const answerDelaysMs = fc.array(fc.nat(20), {
  minLength: ownerIndexByDevice.length,
  maxLength: ownerIndexByDevice.length,
});
export type ModelStep = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;
