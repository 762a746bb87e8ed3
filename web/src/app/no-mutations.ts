/** Replaces the store of TanStack Query's mutations in the built site (`vite.config.ts`): changes are plain calls. */
export class MutationCache {
  clear() {}
  resumePausedMutations() {}
}
