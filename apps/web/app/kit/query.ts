import { QueryClient } from "@tanstack/react-query";
import { toastError } from "./toast.ts";

let client: QueryClient | undefined;

/** For the `onError` of a mutation whose own page shows what went wrong: no toast says it as well. */
export const shownByForm = (): void => undefined;

/** One cache for the page. On the server a new one each time: it must not be shared between people. */
export function queryClient(): QueryClient {
  if (typeof document === "undefined") return new QueryClient();
  client ??= new QueryClient({
    defaultOptions: {
      queries: {
        // The browser's word on the network is a guess: the server may be there without it, and away with it.
        networkMode: "always",
        // `call` already repeats what is worth repeating, and live events keep the data current.
        retry: false,
        staleTime: 60_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
      },
      // A form that shows a failure itself gives an `onError` of its own.
      mutations: { networkMode: "always", onError: toastError },
    },
  });
  return client;
}
