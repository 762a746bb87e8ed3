/**
 * How Node runs the site, wherever it runs; deploy/ says the same (decision 029).
 *
 * - Young memory of 8 MB: sweeping it keeps a request waiting for less than a millisecond. More costs memory and makes pauses longer.
 * - It is swept by the thread itself: help that has to be waited for takes longer, most of all where processors are short.
 * - All memory is gone through when it has tripled, not when it has grown by a third: what is kept of answers for a minute looks like
 *   growth, and each time some fifty requests take longer.
 * - What a thread leaves behind at its end goes back to the system, instead of waiting for other threads: that of the catalogue's
 *   reader is 50 MB.
 */
export const siteFlags = [
  "--max-semi-space-size=8",
  "--no-parallel-scavenge",
  "--heap-growing-percent=200",
  "--no-memory-pool-share-memory-on-teardown",
];
