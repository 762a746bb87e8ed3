import { pino } from "pino";
import { beforeEach, expect, test, vi } from "vitest";
import { RequestLog } from "./request-log.ts";

const lines: Record<string, unknown>[] = [];
const logger = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
const child = vi.spyOn(logger, "child");
const open = () => new RequestLog(logger, { request_id: "r1" }, {});

beforeEach(() => {
  lines.length = 0;
  child.mockClear();
  logger.level = "info";
});

test("a request that writes nothing has no logger of its own", () => {
  const log = open();
  log.debug("not asked for");
  log.silent();
  expect(log.level).toBe("info");
  expect(child).not.toHaveBeenCalled();
});

test("each line carries the request's id, and one logger writes them all", () => {
  const log = open();
  log.info({ status: 200 }, "request");
  log.error("failed");
  expect(child).toHaveBeenCalledTimes(1);
  log.child({ part: "prices" }).fatal("lost");
  expect(lines.map(({ level, msg, request_id, part }) => [level, msg, request_id, part])).toEqual([
    [30, "request", "r1", undefined],
    [50, "failed", "r1", undefined],
    [60, "lost", "r1", "prices"],
  ]);
});

test("a silent log stays silent, and another level holds at once", () => {
  const log = open();
  logger.level = "silent";
  log.fatal("not asked for");
  logger.level = "trace";
  log.trace("asked for");
  expect(lines.map(({ msg }) => msg)).toEqual(["asked for"]);
});
