import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { RawVariables } from '../../src/system/settings/define-settings.ts'
import { parsedLine, warningOf } from './log-line.ts'

export interface Supervised {
  program: string
  variables: RawVariables
  port: number
  onReady(port: number): string
  say(text: string): void
}

/** One signal may come several times, by npm too. Milliseconds. */
const SAME_SIGNAL_MS = 400
const INTERRUPTED = 130

/** @returns the exit code */
export async function supervise(options: Supervised): Promise<number> {
  const { program, variables, port, say, onReady } = options
  const child = spawn(process.execPath, [program], { env: variables, stdio: ['inherit', 'pipe', 'inherit'] })
  const interrupts = forwardSignals(child, say)
  const ended = once(child, 'close')
  let [at, isReady] = [port, false]
  for await (const text of createInterface({ input: child.stdout })) {
    const line = parsedLine(text)
    if (!line) say(text)
    else if (line.msg === 'listening' || line.msg === 'starting workers') at = line.port ?? at
    else if (line.msg === 'ready' && !isReady) {
      isReady = true
      say(onReady(at))
    } else {
      const warning = warningOf(line)
      if (warning !== undefined) say(warning)
    }
  }
  await ended
  if (interrupts.count() > 0) say(child.exitCode === 0 ? 'Stopped.' : 'Stopped at once.')
  return child.exitCode ?? INTERRUPTED
}

function forwardSignals(child: ChildProcess, say: (text: string) => void): { count(): number } {
  let [count, last] = [0, 0]
  const signalled = (): void => {
    const now = performance.now()
    if (count > 0 && now - last < SAME_SIGNAL_MS) return
    last = now
    count += 1
    if (count > 1) child.kill('SIGKILL')
    else {
      say('\nStopping, once the requests under way have ended. Ctrl-C again stops at once.')
      child.kill('SIGTERM')
    }
  }
  process.on('SIGINT', signalled)
  process.on('SIGTERM', signalled)
  return { count: () => count }
}
