import { SingleBar } from 'cli-progress'

export interface Progress {
  /** @param total absent: unknown */
  start(what: string, total?: number): void
  step(): void
  stop(): void
}

const LINE_EVERY_MS = 5000

export function createProgress(out: NodeJS.WriteStream): Progress {
  return out.isTTY ? bar(out) : lines(out)
}

function bar(out: NodeJS.WriteStream): Progress {
  let current: SingleBar | undefined
  const stop = (): void => current?.stop()
  return {
    start(what, total) {
      stop()
      const format = total === undefined ? `${what} {value}` : `${what} [{bar}] {value}/{total} {eta_formatted}`
      current = new SingleBar({ format, stream: out, hideCursor: true, clearOnComplete: false, etaBuffer: 100 })
      current.start(total ?? 0, 0)
    },
    step: () => current?.increment(),
    stop,
  }
}

function lines(out: NodeJS.WriteStream): Progress {
  let [what, total, count, last] = ['', undefined as number | undefined, 0, 0]
  const write = (): void => {
    last = Date.now()
    out.write(total === undefined ? `${what} ${count}\n` : `${what} ${count}/${total}\n`)
  }
  return {
    start(next, of) {
      ;[what, total, count] = [next, of, 0]
      write()
    },
    step() {
      count += 1
      if (Date.now() - last >= LINE_EVERY_MS) write()
    },
    stop: write,
  }
}
