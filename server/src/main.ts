import "./drizzle-modules.ts";

// only now: all that a plain `import` names is found before anything runs
await import("./serve.ts");
