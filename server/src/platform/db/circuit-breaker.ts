import { Pool, type PoolClient, type PoolConfig } from "pg";

type Callback = Parameters<Pool["connect"]>[0];

/**
 * A pool with a circuit breaker. A frozen database rejects nothing: without the breaker every caller would wait for the
 * connection timeout, and every statement until the database resumes.
 */
export class BreakerPool extends Pool {
  readonly #checkedOut = new Set<PoolClient & { end(): Promise<void> }>();
  readonly #waiting = new Set<(error: Error) => void>();
  #isTripped = false;
  #lastSuccess = 0;

  constructor(config: PoolConfig) {
    super(config);
    this.on("acquire", (client) => this.#checkedOut.add(client as PoolClient & { end(): Promise<void> }));
    this.on("release", (error, client) => {
      this.#checkedOut.delete(client as PoolClient & { end(): Promise<void> });
      if (!error) this.#lastSuccess = Date.now();
    });
  }

  /** Fails every waiting and running caller, and every later one until `reset`. */
  trip(): void {
    this.#isTripped = true;
    for (const refuse of this.#waiting) refuse(unreachableError());
    // a late response must not reach the next caller of the connection
    for (const client of this.#checkedOut) client.end().catch(() => {});
  }

  reset(): void {
    this.#isTripped = false;
  }

  /** When a connection was last released without an error, in ms since 1970. */
  lastSuccess(): number {
    return this.#lastSuccess;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): unknown {
    if (callback) return this.#checkOut(callback);
    return new Promise((resolve, reject) => {
      this.#checkOut((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #checkOut(callback: Callback): void {
    const refuse = (error: Error) => {
      this.#waiting.delete(refuse);
      callback(error, undefined, () => {});
    };
    if (this.#isTripped) {
      refuse(unreachableError());
      return;
    }
    this.#waiting.add(refuse);
    super.connect((error, client, release) => {
      if (this.#waiting.delete(refuse)) callback(error, client, release);
      else if (client) release();
    });
  }
}

/** With PostgreSQL's code for a failed connection. */
function unreachableError(): Error {
  return Object.assign(new Error("The database does not respond"), { code: "08006" });
}
