import type { ReactNode } from "react";
import { ErrorScreen } from "./error-screen.tsx";

/**
 * Stands in on the server for the router's boundary (`build/substitutes.ts`), which React asks for nothing there: what could not be
 * loaded is a page that says so, and what could not be rendered is none. Each of the router's keeps all of the page in old
 * memory, by a function that it assigns to a property (decision 029).
 */
export function CatchBoundary({ children }: { children?: ReactNode }) {
  return children;
}

export { ErrorScreen as ErrorComponent };
