import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useSearchParams } from "react-router";
import { runAfterPaint } from "./after-paint.ts";
import { findStillPendingParams, mustStillNavigate, type PendingParams } from "./pending-params.ts";

/** Modifies the given address parameters in place. */
export type ChangeParams = (params: URLSearchParams) => void;

/**
 * Returns the parameters of the page's address, and a function that changes them. When the address changes, the router
 * re-renders much of the page, and a press must not wait for that. So the returned parameters change in the next frame,
 * and the address changes only after that frame was painted.
 */
export function useAddressParams(): readonly [
  params: URLSearchParams,
  change: (change: ChangeParams) => void,
] {
  const [address, setAddress] = useSearchParams();
  const [pendingParams, setPendingParams] = useState<PendingParams>();
  const [lastAddress, setLastAddress] = useState(address);
  if (lastAddress !== address) {
    setLastAddress(address);
    setPendingParams(findStillPendingParams(address, pendingParams));
  }

  const params = pendingParams?.queryParams ?? address;
  // A second change may come before the next render. It must be based on the first one, so keep the newest parameters
  // in a ref.
  const newestParams = useRef(params);
  useEffect(() => {
    newestParams.current = params;
  }, [params]);

  const router = useContext(DataRouterContext)?.router;
  const request = useEffectEvent((nextParams: PendingParams) => {
    // Do not change the address while the router navigates to another page, because that would cancel the navigation.
    // Ask the router directly, because its React state is updated later.
    const nextPathname = router?.state.navigation.location?.pathname;
    if (nextPathname !== undefined && nextPathname !== router?.state.location.pathname) return;
    setPendingParams({
      queryParams: nextParams.queryParams,
      requestedQuery: nextParams.queryParams.toString(),
    });
    setAddress(nextParams.queryParams, { replace: true });
  });
  useEffect(() => {
    if (pendingParams && mustStillNavigate(pendingParams)) return runAfterPaint(() => request(pendingParams));
  }, [pendingParams]);

  function change(editParams: ChangeParams): void {
    const newParams = new URLSearchParams(newestParams.current);
    editParams(newParams);
    newestParams.current = newParams;
    setPendingParams((previousParams) => ({
      queryParams: newParams,
      requestedQuery: previousParams?.requestedQuery,
    }));
  }
  return [params, change];
}

/** Sets one parameter. An empty value removes it. */
export function setParam(params: URLSearchParams, name: string, value: string): void {
  if (value) params.set(name, value);
  else params.delete(name);
}
