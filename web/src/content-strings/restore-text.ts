/** What is asked before a version is brought back, and what is said when that fails (spec/content-and-settings 2.3). */
export const restoreQuestion =
  "Are you sure you want to restore this version? This will replace the current value and create a new version in the history.";
export const restoreFailure = "Failed to restore version";
