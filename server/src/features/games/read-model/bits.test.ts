import fc from "fast-check";
import { expect, test } from "vitest";
import { bitsOf, bitsWhere, countBits, hasBit, intersect, setBit, slotsOf } from "./bits.ts";

const capacity = 100;
const slots = fc.uniqueArray(fc.nat({ max: capacity - 1 }));

test("sets of bits behave like sets", () => {
  fc.assert(
    fc.property(slots, slots, (some, others) => {
      const [one, other] = [some, others].map((list) => bitsOf(capacity, Uint32Array.from(list))) as [never, never];
      const both = some.filter((slot) => others.includes(slot)).sort((a, b) => a - b);
      expect([...slotsOf(intersect([one, other]))]).toEqual(both);
      expect(countBits(one)).toBe(some.length);
      expect(bitsWhere(capacity, (slot) => some.includes(slot))).toEqual(one);
      for (let slot = 0; slot < capacity; slot++) expect(hasBit(one, slot)).toBe(some.includes(slot));
      for (const slot of others) setBit(one, slot, false);
      expect(countBits(one)).toBe(some.length - both.length);
    }),
    { numRuns: 100 },
  );
});
