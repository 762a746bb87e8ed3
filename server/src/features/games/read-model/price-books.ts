import { AppError } from "contract/core/errors.ts";
import type { Followed } from "./follow.ts";
import type { OpenBook } from "./indexed-games.ts";
import { bytesOfBook } from "./price-book.ts";

/** Which price books are in memory: those that are used. That of the default market always is. */
export interface PriceBooks {
  /** Resolves once the prices of the country are in memory. */
  open(country: string): Promise<void>;
  /** Throws `unavailable` if they are not, for example because they were not used for long. */
  find(country: string): OpenBook;
  state(): { books: number; bookBytes: number };
  close(): void;
}

/** For how long a book that is not used stays in memory. */
const maxUnusedMs = 30 * 60_000;
const checkEveryMs = 60_000;

/** How often a book is read again because the catalogue was rebuilt meanwhile. */
const maxAttempts = 3;

export interface PriceBooksOptions {
  followed(): Followed;
  /** The maximum size of all books. */
  maxBytes: number;
  /** In ms since 1970. */
  now(): number;
}

export function openPriceBooks({ followed, maxBytes, now }: PriceBooksOptions): PriceBooks {
  const reading = new Map<string, Promise<void>>();
  /** One book is read at a time: each takes a processor and the database for about a second. */
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const books = () => followed().index().books;
  const bytesOf = ({ book, all: { best, orders } }: OpenBook) =>
    bytesOfBook(book) + best.byteLength * (1 + orders.size);
  const totalBytes = () =>
    books()
      .values()
      .reduce((sum, open) => sum + bytesOf(open), 0);

  function dropUnused(): void {
    for (const [country, { usedAt }] of droppable()) {
      if (usedAt < now() - maxUnusedMs) followed().dropBook(country);
    }
  }

  /** The books except that of the default market, the one that was not used for longest first. */
  function droppable(except?: string): [country: string, open: OpenBook][] {
    const { defaultCountry } = followed().index();
    return [...books()]
      .filter(([country]) => country !== defaultCountry && country !== except)
      .sort(([, one], [, other]) => one.usedAt - other.usedAt);
  }

  /** Drops books until this much more fits. */
  function makeRoom(bytes: number, except?: string): void {
    for (const [country] of droppable(except)) {
      if (totalBytes() + bytes <= maxBytes) return;
      followed().dropBook(country);
    }
  }

  async function read(country: string): Promise<void> {
    dropUnused();
    timer ??= setInterval(dropUnused, checkEveryMs).unref();
    for (let attempt = 1; !books().has(country) && attempt <= maxAttempts; attempt++) {
      // about as large as the largest one
      makeRoom(Math.max(...books().values().map(bytesOf)));
      await followed().readBook(country);
    }
    if (books().has(country)) find(country);
    makeRoom(0, country);
  }

  function find(country: string): OpenBook {
    const open = books().get(country);
    if (!open) throw new AppError("unavailable", `The prices of ${country} are being read`, { retryAfter: 1 });
    open.usedAt = now();
    return open;
  }

  return {
    async open(country) {
      if (books().has(country)) return void find(country);
      let opened = reading.get(country);
      if (!opened) {
        opened = last
          .catch(() => {})
          .then(() => read(country))
          .finally(() => reading.delete(country));
        reading.set(country, opened);
        last = opened;
      }
      await opened;
    },
    find,
    state: () => ({ books: books().size, bookBytes: totalBytes() }),
    close: () => clearInterval(timer),
  };
}
