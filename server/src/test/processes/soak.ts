/** A stress test's number of repetitions, or its cases, in `npm test`, and in `npm run soak`. */
export function repeats<T = number>(always: T, soaking: T): T {
  return process.env.SOAK ? soaking : always;
}
