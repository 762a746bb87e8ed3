/** Replaces TanStack Query's infinite queries in the built site (`vite.config.ts`): every list has pages. */
export function infiniteQueryBehavior(): never {
  throw new Error("Infinite queries are left out of the build: see vite.config.ts");
}

export const hasNextPage = infiniteQueryBehavior;
export const hasPreviousPage = infiniteQueryBehavior;
