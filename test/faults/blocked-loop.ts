import { type Figures, milliseconds } from '../support/figures.ts'
import type { PortalProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

/** The longest permitted block (COST-1), in milliseconds; times fail at five times the limit. */
const LIMIT = 200
const PATIENCE = 5

/** The longest block of the event loop since the last call. */
export async function longestBlock(portal: PortalProcess): Promise<number> {
  const reports = () => portal.lines().filter((line) => 'longestBlock' in line)
  const before = reports().length
  portal.child.kill('SIGUSR2')
  const lines = await until(reports, (lines) => lines.length > before, 60_000)
  return Number(lines.at(-1)?.longestBlock)
}

/**
 * Requests paths one by one: their status, and the longest block of each, which is printed and must not exceed the
 * limit.
 */
export async function measured(
  portal: PortalProcess,
  figures: Figures,
  name: string,
  paths: readonly string[],
  status = 200,
): Promise<void> {
  const blocks: number[] = []
  for (const path of paths) {
    const response = await portal.ask(path)
    blocks.push(await longestBlock(portal))
    expect([name, path, response.status, portal.child.exitCode]).toEqual([name, path, status, null])
  }
  figures.add(name, blocks.map(milliseconds).join(', '), `${LIMIT} ms`)
  expect([name, Math.max(...blocks) < LIMIT * PATIENCE]).toEqual([name, true])
}
