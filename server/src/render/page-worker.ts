import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { basePathOf } from "contract/core/base-path.ts";
import type { Call } from "contract/core/call.ts";
import { AppError } from "contract/core/errors.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { type Encoding, encodeSync, plainBody } from "../platform/http/body.ts";
import {
  type CallEnd,
  type FinishedPage,
  type FromThread,
  type Order,
  type PageThreadData,
  repeatedCall,
  type ToThread,
} from "./page-messages.ts";
import { type PageModule, renderWithCsp } from "./pages.ts";

interface PendingCall {
  route: string;
  input: unknown;
  resolve(result: unknown): void;
  reject(error: AppError): void;
}

/** The thread of `page-thread.ts`: loads the build and requests every call from the main thread. */
const { build, publicUrl } = workerData as PageThreadData;
const port = parentPort!;
const module: PageModule = await import(new URL("server/entry-server.js", build).href);
const written = await readFile(new URL("client/.vite/router-manifest.json", build), "utf8");
const manifest: unknown = JSON.parse(written.replaceAll("/assets/", `${basePathOf(publicUrl)}/assets/`));

const pendingCalls = new Map<number, PendingCall>();
/** The last results of repeated calls. */
const lastResults = new Map<string, unknown>();
let lastCall = 0;

port.on("message", (message: ToThread) => ("call" in message ? endCall(message) : carryOut(message)));
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

/** Makes calls in the main thread. */
function callFor(page: number): Call {
  return (route, input) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call = ++lastCall;
    pendingCalls.set(call, { route, input, resolve, reject });
    post({ call, page, route, input });
    return promise as never;
  };
}

function endCall({ call, outcome }: CallEnd): void {
  const { route, input, resolve, reject } = pendingCalls.get(call)!;
  pendingCalls.delete(call);
  if ("error" in outcome) {
    reject(new AppError(outcome.error.code, outcome.error.message, outcome.error));
    return;
  }
  const repeated = repeatedCall(route, input);
  const result = "unchanged" in outcome ? lastResults.get(repeated!) : outcome.result;
  if (repeated !== null) lastResults.set(repeated, result);
  resolve(result);
}

function post(message: FromThread, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
