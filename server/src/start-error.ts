/** A reason why a process cannot start, or go on, that its operator can repair. Shown as one line, without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, " ").trim(), options);
    this.name = "StartError";
  }
}
