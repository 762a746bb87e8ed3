/** The number of repetitions of a stress test in `npm test`, and in `npm run soak`. */
export function repeats(always: number, soaking: number): number {
  return process.env.SOAK ? soaking : always;
}
