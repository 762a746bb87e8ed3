import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query.ts";
import { refetchChanged } from "./refetch-changed.ts";

test("a first load that is pending when its data changes restarts", async () => {
  const queryClient = createQueryClient();
  const responses: ((data: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => responses.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ["lists"], queryFn });
  const stop = observer.subscribe(() => {});
  const refetched = refetchChanged(queryClient, { queryKey: ["lists"] });
  responses[0]!("before the change");
  responses[1]!("after it");
  await refetched;
  expect(observer.getCurrentResult().data).toBe("after it");
  stop();
});
