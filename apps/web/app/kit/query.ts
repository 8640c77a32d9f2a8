import { QueryClient } from "@tanstack/react-query";

let client: QueryClient | undefined;

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
      mutations: { networkMode: "always" },
    },
  });
  return client;
}
