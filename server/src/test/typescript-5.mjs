import { registerHooks } from "node:module";

// Client generators need the compiler API, which TypeScript 7 does not have.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? "typescript-5" : specifier, context),
});
