import { createElement, Fragment, type ReactNode } from "react";

/**
 * A text with elements for its variables. The text has each in its braces:
 * `<FilledText text={text("finder.corrected", { search: "{search}" })} nodes={{ search: <strong>…</strong> }} />`
 */
export function FilledText({ text, nodes }: { text: string; nodes: Readonly<Record<string, ReactNode>> }) {
  return createElement(Fragment, null, ...fillNodes(text, nodes));
}

/** Splits a text and fills its variables with elements. */
export function fillNodes(text: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return text
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = part.slice(1, -1);
      return part.startsWith("{") && Object.hasOwn(nodes, name) ? nodes[name] : part;
    });
}
