const durations = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
] as const;

const sizes = ["B", "KB", "MB", "GB", "TB"];

/** `3 d 4 h`, `5 min`, `12 s`: the two largest units at most. */
export function formatDuration(seconds: number): string {
  const first = durations.findIndex(([, size]) => seconds >= size);
  if (first === -1) return "0 s";
  const [unit, size] = durations[first]!;
  const [nextUnit, nextSize] = durations[first + 1] ?? [unit, size];
  const rest = Math.floor((seconds % size) / nextSize);
  return `${Math.floor(seconds / size)} ${unit}${rest > 0 ? ` ${rest} ${nextUnit}` : ""}`;
}

/** `12.3 GB`, in thousands. */
export function formatBytes(bytes: number): string {
  const power = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const amount = (bytes / 1_000 ** power).toLocaleString("en-US", { maximumFractionDigits: power > 1 ? 1 : 0 });
  return `${amount} ${sizes[power]}`;
}
