import { fileURLToPath } from 'node:url'
import { startTold } from '../process.mjs'

const SCRIPT = fileURLToPath(new URL('bare-server.mjs', import.meta.url))

/** The bare server with sets of responses to give. @returns its process, and an origin for each set */
export async function startBare(sets) {
  const { child, answer: ports } = await startTold(SCRIPT, sets)
  return { child, pid: child.pid, origins: ports.map((port) => `http://127.0.0.1:${port}`) }
}
