/**
 * How Node runs the site, wherever it runs; deploy/ says the same (decision 029).
 *
 * - Young memory of 8 MB: sweeping it keeps a request waiting for less than a millisecond. More costs memory and makes pauses longer.
 * - It is swept by the thread itself: help that has to be waited for takes longer, most of all where processors are short.
 * - All memory is gone through when it has tripled, not when it has grown by a third: what is kept of answers for a minute looks like
 *   growth, and each time some fifty requests take longer.
 * - What V8 does beside it has one thread for the event loop and the pages together, not four, which would keep two processors from both.
 * - Everything begins in young memory, where it costs nothing when it is soon garbage. V8 would put answers into old memory as soon as the
 *   first ones have been kept, and those that nobody keeps would wait there, with all their bytes, until all memory is gone through.
 * - What a thread leaves behind at its end goes back to the system, instead of waiting for other threads: that of the catalogue's
 *   reader is 50 MB.
 */
export const siteFlags = [
  "--max-semi-space-size=8",
  "--no-parallel-scavenge",
  "--heap-growing-percent=200",
  "--v8-pool-size=1",
  "--no-allocation-site-pretenuring",
  "--no-memory-pool-share-memory-on-teardown",
];

/**
 * How glibc manages the site's memory outside of V8's heap, wherever it runs (decision 029); other systems pass over it.
 *
 * - Memory comes in huge pages where the system has them: the kernel is called once instead of 512 times.
 * - Packing a page takes some hundred KB for a moment. It is not fetched from the system each time, and of what is freed 8 MB stay.
 * - What is larger than 1 MB, such as the records of the catalogue, goes back to the system at once.
 */
export const siteMemory = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
  GLIBC_TUNABLES: "glibc.malloc.hugetlb=1",
};
