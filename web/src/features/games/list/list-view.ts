import { brand } from "contract/brand.ts";

const viewKey = `${brand.slug}.list-view`;

/** Remembers in the browser how games are shown; `undefined` = as a grid. */
export function rememberView(view: "list" | undefined): void {
  try {
    if (view) window.localStorage.setItem(viewKey, view);
    else window.localStorage.removeItem(viewKey);
  } catch {}
}

/** How games were shown last. */
export function rememberedView(): "list" | undefined {
  try {
    return window.localStorage.getItem(viewKey) === "list" ? "list" : undefined;
  } catch {
    return undefined;
  }
}
