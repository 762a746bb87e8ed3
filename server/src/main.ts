import "./drizzle-modules.ts";

await import("./serve.ts");
