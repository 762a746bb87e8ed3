import { readdirSync, readFileSync } from "node:fs";

/** Name and nice value of every thread of this process. Linux only. */
export function niceValues(): [name: string, value: number][] {
  const stats = readdirSync("/proc/self/task").map((thread) => readFileSync(`/proc/self/task/${thread}/stat`, "utf8"));
  return stats.map((stat) => {
    // the name, in brackets, may hold anything
    const [, name, rest] = /\((.*)\) (.*)/s.exec(stat)!;
    return [name!, Number(rest!.split(" ")[16])];
  });
}
