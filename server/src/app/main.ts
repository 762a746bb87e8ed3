import "../platform/process/drizzle-modules.ts";

// static imports would be resolved before the hook is registered
await import("./serve.ts");
