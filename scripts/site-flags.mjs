/**
 * How Node runs the site, wherever it runs; deploy/ says the same (decision 029).
 *
 * - Young memory of 16 MB: of a hundred lists hardly one meets a collection of garbage. More of it costs memory and gains nothing.
 * - What a thread leaves behind at its end goes back to the system, instead of waiting for other threads: that of the catalogue's
 *   reader is 50 MB.
 */
export const siteFlags = ["--max-semi-space-size=16", "--no-memory-pool-share-memory-on-teardown"];
