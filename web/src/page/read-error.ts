import { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import type { Texts, TextValues } from "contract/content-strings/variables.ts";
import { useEffect, useMemo, useState } from "react";
import { textReaderOf, useLanguage, useTexts } from "../api/texts.ts";

const load = () => import("contract/content-strings/defaults/personal/error.ts");
const onServer: Texts = import.meta.env.SSR ? (await load()).errorTexts : {};

/** Reads what rules and calls say is wrong, in English, in the page's language; other messages stay as they are. */
export function useErrorReader(): (message: string) => string {
  const texts = useTexts();
  const language = useLanguage();
  const [shipped, setShipped] = useState(onServer);
  useEffect(() => {
    // after the page, whose scripts have a budget
    load().then(
      ({ errorTexts }) => setShipped(errorTexts),
      () => {},
    );
  }, []);
  return useMemo(() => {
    const text = textReaderOf(texts, shipped, language) as (key: string, values: TextValues) => string;
    const read = (message: string) => {
      if (message === defaultTexts["status.rate_limited"]) return text("status.rate_limited", {});
      const found = findProblem(message, shipped);
      return found ? text(found.key, found.values) : message;
    };
    // several in one box
    return (message) => message.split(" · ").map(read).join(" · ");
  }, [texts, shipped, language]);
}

/** The text that a message in English was written from, and the values in it. */
export function findProblem(message: string, texts: Texts): { key: string; values: TextValues } | null {
  for (const [key, english] of Object.entries(texts)) {
    const values = valuesIn(message, english);
    if (values) return { key, values };
  }
  return null;
}

/** The values of a text's variables, if the message is that text. */
function valuesIn(message: string, text: string): TextValues | null {
  const [start = "", ...rest] = text.split("{");
  if (!message.startsWith(start)) return null;
  let at = start.length;
  const values: Record<string, string | number> = {};
  for (const [place, part] of rest.entries()) {
    const name = part.slice(0, part.indexOf("}"));
    const after = part.slice(name.length + 1);
    const isLast = place === rest.length - 1;
    const end = isLast ? message.length - after.length : message.indexOf(after, at);
    if (end < at || !message.startsWith(after, end)) return null;
    const value = message.slice(at, end);
    values[name] = name === "count" ? Number(value.replaceAll(",", "")) : value;
    at = end + after.length;
  }
  return at === message.length ? values : null;
}
