/** Loaded into a portal before it starts, with `--expose-gc`: reports the live memory on request. */
import { setTimeout as sleep } from 'node:timers/promises'

/** What the first collection lets go, finalisers and freed buffers, the next one finds. */
const COLLECTIONS = 4
const PAUSE_MS = 100

process.on('message', async () => {
  for (let count = 0; count < COLLECTIONS; count++) {
    globalThis.gc()
    await sleep(PAUSE_MS)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  // `external` holds the bytes of buffers too.
  process.send({ rss, alive: heapUsed + external })
})
process.channel?.unref()
