import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Call } from "contract/call.ts";
import { AppError } from "contract/errors.ts";
import { type Encoding, encodeAtOnce, plainBody } from "../http/body.ts";
import {
  type CallResult,
  type FinishedPage,
  type FromThread,
  isRepeated,
  type Order,
  type PageThreadData,
  type ToThread,
} from "./page-messages.ts";
import { type PageModule, renderSealed } from "./pages.ts";

interface CallUnderWay {
  /** Its route, where the result is to be remembered. */
  repeated: string | null;
  resolve(result: unknown): void;
  reject(error: AppError): void;
}

/** The thread that renders pages (`page-thread.ts`): it knows the build of the website, and asks for every call. */
const { build, publicUrl } = workerData as PageThreadData;
const port = parentPort!;
const module: PageModule = await import(new URL("server/entry-server.js", build).href);
const manifest: unknown = JSON.parse(await readFile(new URL("client/.vite/router-manifest.json", build), "utf8"));

const underWay = new Map<number, CallUnderWay>();
/** What came last of repeated calls, by their routes. */
const lastResults = new Map<string, unknown>();
let lastCall = 0;

port.on("message", (message: ToThread) => ("call" in message ? endCall(message) : carryOut(message)));
tell({ ready: true });

async function carryOut({ id, url, ...order }: Order): Promise<void> {
  try {
    if (order.want === "key") return tell({ id, key: module.pageKey(url) });
    const page = await render(url, order.encoding, callFor(id));
    const { bytes, encoding } = page.body;
    // of what was not packed the buffer may be shared with others
    tell({ id, page }, encoding === "identity" ? [] : [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    tell({ id, error });
  }
}

async function render(url: string, encoding: Encoding, call: Call): Promise<FinishedPage> {
  const { status, location, policy, html } = await renderSealed(module, url, { call, publicUrl, manifest });
  const body = plainBody(html);
  return {
    key: module.pageKey(url),
    status,
    location,
    policy,
    body: location === null ? encodeAtOnce(body, encoding) : body,
  };
}

/** The calls of a page. */
function callFor(page: number): Call {
  return (route, input) =>
    new Promise((resolve, reject) => {
      const call = ++lastCall;
      const repeated = isRepeated(input) ? route : null;
      underWay.set(call, { repeated, resolve: resolve as (result: unknown) => void, reject });
      tell({ call, page, route, input });
    });
}

function endCall(end: CallResult): void {
  const { repeated, resolve, reject } = underWay.get(end.call)!;
  underWay.delete(end.call);
  if ("error" in end) reject(new AppError(end.error.code, end.error.message, end.error));
  else if ("unchanged" in end) resolve(lastResults.get(repeated!));
  else {
    if (repeated !== null) lastResults.set(repeated, end.result);
    resolve(end.result);
  }
}

function tell(message: FromThread, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
