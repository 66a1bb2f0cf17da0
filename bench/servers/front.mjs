import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startTold } from '../process.mjs'

const SCRIPT = fileURLToPath(new URL('front-server.mjs', import.meta.url))

/**
 * A proxy in front of a server.
 * @param compresses whether it does so in place of the server
 * @returns its process, its port, and what it has sent so far in bytes, headers included
 */
export async function startFront(origin, { compresses }) {
  const { child, answer: port } = await startTold(SCRIPT, { origin, compresses })
  const sent = async () => {
    child.send('sent')
    const [bytes] = await once(child, 'message')
    return bytes
  }
  return { child, port, sent }
}
