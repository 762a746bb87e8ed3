import { AppError } from "contract/core/errors.ts";
import type { FileEncoding } from "contract/core/file-encoding.ts";

/** What the declaration of an XML file may take. */
const declarationLength = 200;

/**
 * Decodes a file: by its byte order mark (UTF-8 or UTF-16), else by its XML declaration, else in `encoding`, else as
 * UTF-8. Drops the mark. Throws `invalid` for an unknown declared encoding, and when the bytes are of another one.
 */
export async function* decodeText(source: AsyncIterable<Buffer>, encoding?: FileEncoding): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    if (decoder) yield decoder.decode(chunk, { stream: true });
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head.length < declarationLength) continue;
      decoder = decoderOf(head, encoding);
      yield decoder.decode(head, { stream: true });
    }
  }
  decoder ??= decoderOf(head, encoding);
  yield head.length < declarationLength ? decoder.decode(head) : decoder.decode();
}

function decoderOf(head: Buffer, encoding: FileEncoding = "utf-8"): TextDecoder {
  const label = markOf(head) ?? declaredIn(head) ?? encoding;
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new AppError("invalid", `declares the unknown encoding ${JSON.stringify(label)}`);
  }
}

function markOf(head: Buffer): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return null;
}

/** `ISO-8859-1` of `<?xml version="1.0" encoding="ISO-8859-1"?>`. */
function declaredIn(head: Buffer): string | null {
  const text = head.toString("latin1", 0, declarationLength);
  return /^\s{0,20}<\?xml[^>]{0,100}?\sencoding\s?=\s?["']([\w.:-]{1,40})["']/.exec(text)?.[1] ?? null;
}

/** A line that tells spreadsheets the delimiter, such as `sep=;`, and the rest. */
export function splitHint(text: string): { delimiter: string | null; rest: string } {
  const [line, , delimiter = null] = /^\ufeff?("?)sep=([,;|\t])\1\r?(?:\n|$)/i.exec(text) ?? [""];
  return { delimiter, rest: line === "" ? text : text.slice(line.length) };
}
