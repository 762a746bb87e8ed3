/** A set of slots, one bit each. Sets of one catalogue have the same length. */
export type Bits = Uint32Array<ArrayBuffer>;

export function createBits(capacity: number): Bits {
  return new Uint32Array((capacity + 31) >>> 5);
}

export function hasBit(bits: Bits | undefined, slot: number): boolean {
  return bits !== undefined && ((bits[slot >>> 5]! >>> (slot & 31)) & 1) === 1;
}

export function setBit(bits: Bits, slot: number, on: boolean): void {
  const bit = 1 << (slot & 31);
  if (on) bits[slot >>> 5]! |= bit;
  else bits[slot >>> 5]! &= ~bit;
}

/** The slots below `capacity` that pass. */
export function bitsWhere(capacity: number, passes: (slot: number) => boolean): Bits {
  const bits = createBits(capacity);
  for (let slot = 0; slot < capacity; slot++) if (passes(slot)) bits[slot >>> 5]! |= 1 << (slot & 31);
  return bits;
}

export function bitsOf(capacity: number, slots: Uint32Array): Bits {
  const bits = createBits(capacity);
  for (let n = 0; n < slots.length; n++) bits[slots[n]! >>> 5]! |= 1 << (slots[n]! & 31);
  return bits;
}

/** The intersection of at least one set. */
export function intersect([first, ...others]: readonly Bits[]): Bits {
  const bits = first!.slice();
  for (const other of others) for (let word = 0; word < bits.length; word++) bits[word]! &= other[word]!;
  return bits;
}

/** The complement, including slots beyond the last game. */
export function complement(bits: Bits): Bits {
  return bits.map((word) => ~word);
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let n = 0; n < bits.length; n++) count += countOnes(bits[n]!);
  return count;
}

/** The slots of the set, ascending. */
export function slotsOf(bits: Bits): Uint32Array {
  const slots = new Uint32Array(countBits(bits));
  let length = 0;
  for (let n = 0; n < bits.length; n++) {
    // each step clears the lowest bit
    for (let word = bits[n]!; word !== 0; word &= word - 1) slots[length++] = n * 32 + 31 - Math.clz32(word & -word);
  }
  return slots;
}

/** How many bits of a 32-bit word are set, counted in pairs, then fours, then bytes. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
