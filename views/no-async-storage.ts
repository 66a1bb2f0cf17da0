/**
 * In the place of Node's `async_hooks` for React's renderer, in the server's bundle (esbuild.config.mjs): a store that is
 * never there. React asks it for the request only outside of its own work, where nothing of this project calls it.
 */
export class AsyncLocalStorage {
  getStore(): undefined {
    return undefined
  }

  run<A extends unknown[], T>(_store: unknown, run: (...args: A) => T, ...args: A): T {
    return run(...args)
  }
}
