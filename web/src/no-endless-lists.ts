/** Stands in for what TanStack Query has for lists that grow as one scrolls (`build/substitutes.ts`): lists here have pages. */
export function infiniteQueryBehavior(): never {
  throw new Error("There are no endless lists: see build/substitutes.ts");
}

export const hasNextPage = infiniteQueryBehavior;
export const hasPreviousPage = infiniteQueryBehavior;
