const counts = new Intl.NumberFormat("en-US");

/** A count with thousands separators, `1,234`: the same text on the server and in every browser. */
export function formatCount(count: number): string {
  return counts.format(count);
}
