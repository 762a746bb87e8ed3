import type { ReactNode } from "react";

/** Splits a template and fills its variables with elements. */
export function fillNodes(template: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return template
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = part.slice(1, -1);
      return part.startsWith("{") && Object.hasOwn(nodes, name) ? nodes[name] : part;
    });
}
