export const defaultPageSize = 20;
export const largestPageSize = 100;

/** The number of pages; 0 for an empty list. */
export function pageCount(total: number, limit: number): number {
  return Math.ceil(total / limit);
}

/** The page numbers that a pager shows: up to `size` of them around the current page (spec/games 2.6). */
export function pageWindow(current: number, total: number, size = 5): number[] {
  const first = Math.max(1, Math.min(current - Math.floor(size / 2), total - size + 1));
  return Array.from({ length: Math.min(size, total) }, (_, index) => first + index);
}
