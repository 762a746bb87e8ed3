import { registerHooks } from "node:module";

// Generators of clients need the programming interface of TypeScript, which its version 7 does not have.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? "typescript-5" : specifier, context),
});
