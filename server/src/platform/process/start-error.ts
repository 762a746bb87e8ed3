/** A problem that the operator can fix. Printed as one line, without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const lines = message.split("\n").map((line) => line.trim());
    super(lines.filter(Boolean).join(" "), options);
    this.name = "StartError";
  }
}
