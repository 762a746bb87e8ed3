import { Presets, SingleBar } from "cli-progress";

export interface Progress {
  update(done: number, of: number): void;
  /** Writes a line without breaking the bar. */
  note(line: string): void;
  end(): void;
}

/** A progress bar on a terminal; otherwise only the notes. Both on standard error. */
export function showProgress(what: string): Progress {
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: `${what} {bar} {percentage}%`, clearOnComplete: true }, Presets.shades_classic)
    : null;
  bar?.start(1, 0);
  return {
    update(done, of) {
      bar?.setTotal(of);
      bar?.update(done);
    },
    note(line) {
      if (bar) process.stderr.write("\r\u001b[K");
      process.stderr.write(`${line}\n`);
    },
    end() {
      bar?.stop();
    },
  };
}
