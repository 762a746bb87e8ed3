/**
 * How often a test repeats what only shows itself in the long run: a few times in `npm test`,
 * as often as was promised in `npm run soak`, which takes minutes a file.
 */
export function repeats(always: number, soaking: number): number {
  return process.env.SOAK ? soaking : always;
}
