import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { ReadRow } from "../../../platform/files/rows.ts";
import { SourceError } from "./source.ts";

/** More than any real feed has, to limit the memory that an endless one can use. */
const feedLimits = {
  /** Nested elements. */
  depth: 32,
  /** Elements of an item. */
  fields: 500,
  /** Characters of a field's text. */
  fieldLength: 100_000,
  /** Characters of an item with its tags. */
  itemLength: 1_000_000,
  /** Characters from one tag to the next, such as those of a comment, or of a tag with its attributes. */
  gapLength: 1_000_000,
};

/**
 * The items of an XML feed, RSS's `<item>`, Atom's `<entry>` or the `<product>` of some shops' own forms: their
 * children by name, those of Google before others of the same name. Throws SourceError for what is not XML, ends in the
 * middle, or exceeds a limit.
 */
export async function* xmlRows(texts: AsyncIterable<string>): AsyncGenerator<ReadRow> {
  const rows: ReadRow[] = [];
  const reader = readItems((row) => rows.push(row));
  for await (const text of texts) {
    reader.write(text);
    yield* rows.splice(0);
  }
  reader.end();
  yield* rows;
}

interface Item {
  line: number;
  /** Where it begins, in characters. */
  position: number;
  depth: number;
  fieldCount: number;
  fields: Record<string, string>;
}

const itemNames = new Set(["item", "entry", "product"]);

function readItems(onItem: (row: ReadRow) => void) {
  const parser = new SaxesParser({ xmlns: false });
  let item: Item | null = null;
  let field: { name: string; text: string } | null = null;
  let depth = 0;
  let lastTag = 0;

  function checkLengths(): void {
    if (item && parser.position - item.position > feedLimits.itemLength) {
      throw notWhole(`the item at line ${item.line} is longer than ${feedLimits.itemLength} characters`);
    }
    if (parser.position - lastTag > feedLimits.gapLength) {
      throw notWhole(`line ${parser.line} has more than ${feedLimits.gapLength} characters without a tag`);
    }
  }

  function addText(text: string): void {
    if (!item || !field) return;
    field.text += text;
    if (field.text.length <= feedLimits.fieldLength) return;
    const name = `the field ${field.name.slice(0, 50)} of the item at line ${item.line}`;
    throw notWhole(`${name} is longer than ${feedLimits.fieldLength} characters`);
  }

  function beginField(of: Item, name: string, text: string): void {
    of.fieldCount += 1;
    if (of.fieldCount > feedLimits.fields) {
      throw notWhole(`the item at line ${of.line} has more than ${feedLimits.fields} fields`);
    }
    field = { name, text: "" };
    addText(text);
  }

  parser.on("error", (error) => {
    throw notWhole(error.message);
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    depth += 1;
    lastTag = parser.position;
    if (depth > feedLimits.depth) {
      const place = item ? `the item at line ${item.line}` : `line ${parser.line}`;
      throw notWhole(`${place} nests more than ${feedLimits.depth} elements`);
    }
    if (!item && itemNames.has(name)) {
      item = { line: parser.line, position: parser.position, depth, fieldCount: 0, fields: {} };
    } else if (item && depth === item.depth + 1) {
      beginField(item, name, name === "link" ? (attributes.href ?? "") : "");
    }
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    lastTag = parser.position;
    if (item && field && depth === item.depth + 1) {
      addField(item.fields, field.name, field.text);
      field = null;
    } else if (item && depth === item.depth) {
      onItem({ line: item.line, fields: item.fields });
      item = null;
    }
    checkLengths();
    depth -= 1;
  });
  return {
    write(text: string): void {
      parser.write(text);
      checkLengths();
    },
    end(): void {
      parser.close();
    },
  };
}

function notWhole(reason: string): SourceError {
  return new SourceError("invalid", `is not whole XML: ${reason}`);
}

function addField(fields: Record<string, string>, name: string, text: string): void {
  const isGoogles = name.startsWith("g:");
  const plain = isGoogles ? name.slice(2) : name;
  if (isGoogles || fields[plain] === undefined) fields[plain] = text;
}
