/**
 * Replaces Node's `async_hooks` in the bundle (build/programs.mjs): React reads the store only outside its own work.
 */
export class AsyncLocalStorage {
  getStore(): undefined {
    return undefined
  }

  run<A extends unknown[], T>(_store: unknown, run: (...args: A) => T, ...args: A): T {
    return run(...args)
  }
}
