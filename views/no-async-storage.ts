/** React reads the store outside its own work alone (build/programs.mjs). */
export class AsyncLocalStorage {
  getStore(): undefined {
    return undefined
  }

  run<A extends unknown[], T>(_store: unknown, run: (...args: A) => T, ...args: A): T {
    return run(...args)
  }
}
