import type { ReactNode } from "react";

/** The parts of a sentence whose variables in braces are elements. */
export function fillNodes(template: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return template
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = part.slice(1, -1);
      return part.startsWith("{") && Object.hasOwn(nodes, name) ? nodes[name] : part;
    });
}
