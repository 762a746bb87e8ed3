import { readdirSync, readFileSync } from "node:fs";

/** How Linux shares processors out to a thread. */
export interface ThreadPriority {
  name: string;
  nice: number;
  /** Runs only while no other thread wants its processor. */
  onlyWhenIdle: boolean;
}

/** Of every thread of this process. Linux only. */
export function threadPriorities(): ThreadPriority[] {
  const stats = readdirSync("/proc/self/task").map((thread) => readFileSync(`/proc/self/task/${thread}/stat`, "utf8"));
  return stats.map((stat) => {
    // the name, in brackets, may hold anything
    const [, name, rest] = /\((.*)\) (.*)/s.exec(stat)!;
    const values = rest!.split(" ");
    return { name: name!, nice: Number(values[16]), onlyWhenIdle: values[38] === "5" };
  });
}
