/** A problem that the operator can fix. Printed as one line, without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const lines = message.split("\n").map((line) => line.trim());
    super(lines.filter(Boolean).join(" "), options);
    this.name = "StartError";
  }
}

/** What to do about a file or folder of the data folder that cannot be used. */
export function adviceFor(code: string, path: string): string {
  if (code === "ENOSPC" || code === "EDQUOT") return "free space on its disk, then start again";
  const another = "set DATA_DIR to another folder";
  if (code === "EROFS") return `make its file system writable, or ${another}`;
  if (code !== "EACCES" && code !== "EPERM") return another;
  const owner = process.getuid ? `${process.getuid()}:${process.getgid!()}` : "";
  return `make this user its owner (chown -R ${owner} ${path}), or ${another}`;
}
