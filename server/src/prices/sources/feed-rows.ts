import { AppError } from "contract/errors.ts";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { asRefusal, checkTexts, csvRows, decodeUtf8, type ReadRow } from "../../files/rows.ts";
import { resumed } from "./feed-body.ts";
import { SourceError } from "./source.ts";

/** More than any honest product takes; what bounds the memory that an endless one can take. */
const longestItem = 1_000_000;

/**
 * The rows of a product feed, whatever its form, one after the other in constant memory: CSV, TSV, or XML of items whose
 * names may begin with `g:`. Which it is shows in its first bytes. Throws SourceError for what is no feed, or ends in the middle.
 */
export async function* feedRows(body: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  const source = body[Symbol.asyncIterator]();
  try {
    const { value: head, done } = await source.next();
    if (done) throw new SourceError("broken", "is empty");
    const form = formOf(head);
    const whole = resumed(head, source);
    for await (const row of form === "xml" ? xmlRows(whole) : csvRows(whole, form)) yield checkTexts(row);
  } catch (error) {
    throw asSourceError(error);
  }
}

function asSourceError(error: unknown): unknown {
  const refusal = asRefusal("it", error);
  return refusal instanceof AppError ? new SourceError("broken", refusal.message.replace(/^it /, "")) : error;
}

/** `xml`, or the sign between the cells. */
function formOf(head: Buffer): string {
  const text = head
    .toString("utf8", 0, 4_096)
    .replace(/^\ufeff/, "")
    .trimStart();
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(text)) throw new SourceError("broken", "is a web page, not a feed");
  if (/^[{[]/.test(text)) throw new SourceError("broken", "is JSON, not a feed");
  if (text.startsWith("<")) return "xml";
  const [header = ""] = text.split(/\r?\n/, 1);
  const count = (sign: string) => header.split(sign).length;
  return ["\t", ";", ","].reduce((best, sign) => (count(sign) >= count(best) ? sign : best));
}

async function* xmlRows(body: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  const rows: ReadRow[] = [];
  const watch = watchItems((row) => rows.push(row));
  try {
    for await (const text of decodeUtf8(body)) {
      watch.write(text);
      yield* rows.splice(0);
    }
    watch.end();
  } catch (error) {
    if (error instanceof XmlError) throw new SourceError("broken", `is not whole XML: ${error.message}`);
    throw error;
  }
  yield* rows;
}

class XmlError extends Error {}

/** Hears of each item: RSS's `<item>` or Atom's `<entry>`, its children by name, those of Google before others of the same name. */
function watchItems(onItem: (row: ReadRow) => void) {
  const parser = new SaxesParser({ xmlns: false });
  let item: { line: number; depth: number; fields: Record<string, string> } | null = null;
  let field: { name: string; text: string } | null = null;
  let depth = 0;
  let sinceTag = 0;

  const addText = (text: string) => {
    if (field) field.text += text;
    if (field && field.text.length > longestItem) throw new XmlError(`line ${parser.line} has an endless text`);
  };
  parser.on("error", (error) => {
    throw new XmlError(error.message);
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    depth += 1;
    sinceTag = 0;
    if (!item && (name === "item" || name === "entry")) item = { line: parser.line, depth, fields: {} };
    else if (item && depth === item.depth + 1) field = { name, text: name === "link" ? (attributes.href ?? "") : "" };
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    sinceTag = 0;
    if (item && field && depth === item.depth + 1) {
      addField(item.fields, field.name, field.text);
      field = null;
    } else if (item && depth === item.depth) {
      onItem({ line: item.line, fields: item.fields });
      item = null;
    }
    depth -= 1;
  });
  return {
    write(text: string): void {
      parser.write(text);
      sinceTag += text.length;
      if (sinceTag > longestItem) throw new XmlError(`line ${parser.line} has an endless text`);
    },
    end(): void {
      parser.close();
    },
  };
}

function addField(fields: Record<string, string>, name: string, text: string): void {
  const isGoogles = name.startsWith("g:");
  const plain = isGoogles ? name.slice(2) : name;
  if (isGoogles || fields[plain] === undefined) fields[plain] = text;
}
