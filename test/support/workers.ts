import { readFile } from 'node:fs/promises'
import type { PortalProcess } from './process.ts'
import { until } from './until.ts'

/** The running children of the primary. */
export async function workersOf({ child: { pid } }: PortalProcess): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

/** Waits until this many workers have loaded everything. */
export const started = (own: PortalProcess, count: number) =>
  until(
    () => own.lines().filter(({ msg }) => msg === 'ready').length,
    (ready) => ready >= count,
    20_000,
  )

export async function crashAll(own: PortalProcess, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await workersOf(own)) process.kill(pid, signal)
}
