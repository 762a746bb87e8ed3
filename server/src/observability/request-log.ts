import type { FastifyBaseLogger } from "fastify";

const levels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
type Level = (typeof levels)[number];
type Line = Parameters<FastifyBaseLogger["info"]>;
type ChildArguments = Parameters<FastifyBaseLogger["child"]>;

/**
 * The log of one request. The logger behind it is made with the first line that is written: most requests write none, and making one
 * for each, which looks for secrets in the names that it is given, was a sixtieth of all that the event loop does (decision 029).
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #names: ChildArguments;
  #own: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, ...names: ChildArguments) {
    this.#parent = parent;
    this.#names = names;
  }

  get level() {
    return this.#parent.level;
  }

  trace(...line: Line) {
    this.#write("trace", line);
  }

  debug(...line: Line) {
    this.#write("debug", line);
  }

  info(...line: Line) {
    this.#write("info", line);
  }

  warn(...line: Line) {
    this.#write("warn", line);
  }

  error(...line: Line) {
    this.#write("error", line);
  }

  fatal(...line: Line) {
    this.#write("fatal", line);
  }

  silent() {}

  child(...names: ChildArguments): FastifyBaseLogger {
    return this.#made().child(...names);
  }

  #write(level: Level, line: Line): void {
    const least = levels.indexOf(this.#parent.level as Level);
    // none of them: it is silent
    if (least !== -1 && levels.indexOf(level) >= least) this.#made()[level](...line);
  }

  #made(): FastifyBaseLogger {
    this.#own ??= this.#parent.child(...this.#names);
    return this.#own;
  }
}
