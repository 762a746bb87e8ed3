import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import type { Call } from "contract/call.ts";
import { AppError } from "contract/errors.ts";
import type { PostedForm } from "contract/posted-form.ts";
import { type Encoding, encodeAtOnce, plainBody } from "../http/body.ts";
import {
  type CallEnd,
  type FinishedPage,
  type FromThread,
  isRepeated,
  type MadeCall,
  type Order,
  type Outcome,
  type PageThreadData,
  type ToThread,
} from "./page-messages.ts";
import { type PageModule, renderSealed } from "./pages.ts";

/** With the outcome in full. */
type ToldCall = MadeCall & { outcome: Exclude<Outcome, { unchanged: true }> };

interface CallUnderWay {
  route: string;
  input: unknown;
  resolve(call: ToldCall): void;
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
    const foreseen = order.foreseen.map(told);
    const page = await render(url, order.encoding, callFor(id, foreseen), order.posted);
    const { bytes, encoding } = page.body;
    // of what was not packed the buffer may be shared with others
    tell({ id, page }, encoding === "identity" ? [] : [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    tell({ id, error });
  }
}

async function render(url: string, encoding: Encoding, call: Call, posted?: PostedForm): Promise<FinishedPage> {
  const { status, location, policy, html } = await renderSealed(module, url, { call, publicUrl, manifest, posted });
  const body = plainBody(html);
  return {
    key: module.pageKey(url),
    status,
    location,
    policy,
    body: location === null ? encodeAtOnce(body, encoding) : body,
  };
}

/** The calls of a page: what was not foreseen is asked for. */
function callFor(page: number, foreseen: readonly ToldCall[]): Call {
  return async (route, input) => {
    const known = foreseen.find((call) => call.route === route && isDeepStrictEqual(call.input, input));
    const { outcome } = known ?? (await askFor(page, route, input));
    if ("error" in outcome) throw new AppError(outcome.error.code, outcome.error.message, outcome.error);
    return outcome.result as never;
  };
}

function askFor(page: number, route: string, input: unknown): Promise<ToldCall> {
  return new Promise((resolve) => {
    const call = ++lastCall;
    underWay.set(call, { route, input, resolve });
    tell({ call, page, route, input });
  });
}

function endCall({ call, outcome }: CallEnd): void {
  const { resolve, ...asked } = underWay.get(call)!;
  underWay.delete(call);
  resolve(told({ ...asked, outcome }));
}

/** The call with its outcome in full. To be asked about all of them, in the order in which they come. */
function told({ route, input, outcome }: MadeCall): ToldCall {
  if ("unchanged" in outcome) return { route, input, outcome: { result: lastResults.get(route) } };
  if ("result" in outcome && isRepeated(input)) lastResults.set(route, outcome.result);
  return { route, input, outcome };
}

function tell(message: FromThread, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
