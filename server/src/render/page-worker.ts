import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { basePathOf } from "contract/core/base-path.ts";
import type { Call } from "contract/core/call.ts";
import { AppError } from "contract/core/errors.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { type Encoding, encodeSync, plainBody } from "../platform/http/body.ts";
import {
  type CallEnd,
  type CallOrder,
  type FinishedPage,
  type FromThread,
  gather,
  type Order,
  type PageThreadData,
  repeatedCall,
  type ToThread,
} from "./page-messages.ts";
import { type PageModule, renderWithCsp } from "./pages.ts";

interface PendingCall {
  /** Its name if its result is to be remembered. */
  repeated: string | null;
  resolve(result: unknown): void;
  reject(error: AppError): void;
}

/** The thread of `page-thread.ts`: loads the build and requests every call from the main thread. */
const { build, publicUrl, rememberMs } = workerData as PageThreadData;
const port = parentPort!;
const module: PageModule = await import(new URL("server/entry-server.js", build).href);
const written = await readFile(new URL("client/.vite/router-manifest.json", build), "utf8");
const manifest: unknown = JSON.parse(written.replaceAll("/assets/", `${basePathOf(publicUrl)}/assets/`));

const pendingCalls = new Map<number, PendingCall>();
/** Results of repeated calls, and until when they count. */
const remembered = new Map<string, { result: unknown; until: number }>();
let lastCall = 0;

const orderCall = gather<CallOrder>((calls) => post({ calls }));

port.on("message", (message: ToThread) => {
  if ("ended" in message) message.ended.forEach(endCall);
  else if ("forget" in message) forgetCalls();
  else void carryOut(message);
});
post({ ready: true });

async function carryOut({ id, url, ...order }: Order): Promise<void> {
  try {
    if (order.kind === "key") return post({ id, key: module.pageKey(url) });
    const page = await render(url, order.encoding, callFor(id), order.posted);
    const { bytes, encoding } = page.body;
    // an uncompressed buffer may be shared
    post({ id, page }, encoding === "identity" ? [] : [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    post({ id, error });
  }
}

async function render(url: string, encoding: Encoding, call: Call, posted?: PostedForm): Promise<FinishedPage> {
  const { status, location, policy, html } = await renderWithCsp(module, url, { call, publicUrl, manifest, posted });
  const body = plainBody(html);
  return {
    key: module.pageKey(url),
    status,
    location,
    policy,
    body: location === null ? encodeSync(body, encoding) : body,
  };
}

/** Makes calls in the main thread, but for those whose result is remembered. */
function callFor(page: number): Call {
  return async (route, input) => {
    const repeated = repeatedCall(route, input);
    const known = repeated === null ? undefined : remembered.get(repeated);
    if (known && performance.now() < known.until) return known.result as never;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call = ++lastCall;
    pendingCalls.set(call, { repeated, resolve, reject });
    orderCall({ call, page, route, input });
    return promise as never;
  };
}

function endCall({ call, outcome }: CallEnd): void {
  const { repeated, resolve, reject } = pendingCalls.get(call)!;
  pendingCalls.delete(call);
  if ("error" in outcome) {
    reject(new AppError(outcome.error.code, outcome.error.message, outcome.error));
    return;
  }
  const { result } = outcome;
  if (repeated !== null) remembered.set(repeated, { result, until: performance.now() + rememberMs });
  resolve(result);
}

/** Also results on their way, which may be older than the change. */
function forgetCalls(): void {
  remembered.clear();
  for (const pending of pendingCalls.values()) pending.repeated = null;
}

function post(message: FromThread, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
