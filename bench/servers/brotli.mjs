import { fileURLToPath } from 'node:url'
import { startTold } from '../process.mjs'

const SCRIPT = fileURLToPath(new URL('brotli-server.mjs', import.meta.url))

/** A compressing proxy. @returns its process and its origin */
export async function startBrotli(origin) {
  const { child, answer: port } = await startTold(SCRIPT, origin)
  return { child, origin: `http://localhost:${port}` }
}
