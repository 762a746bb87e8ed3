import type { PushScope } from "./push.ts";

export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

export interface MessageEventOfPage extends WorkerEvent {
  readonly data: unknown;
}

interface OpenPage {
  postMessage(message: unknown): void;
}

/**
 * The parts of `ServiceWorkerGlobalScope` that are needed, stated here because this folder is checked with the types of
 * pages too.
 */
export interface WorkerScope extends Omit<PushScope, "addEventListener" | "registration" | "clients"> {
  /** The files of this build; the build writes them here. */
  readonly __WB_MANIFEST: readonly { url: string }[];
  readonly registration: PushScope["registration"] & { navigationPreload?: { enable(): Promise<void> } };
  readonly clients: PushScope["clients"] & { get(id: string): Promise<OpenPage | undefined>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener: PushScope["addEventListener"] & {
    (type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
    (type: "fetch", listener: (event: FetchEvent) => void): void;
    (type: "message", listener: (event: MessageEventOfPage) => void): void;
  };
}
