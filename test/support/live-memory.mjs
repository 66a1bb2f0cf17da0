import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loaded before the server: at SIGUSR2 it collects and writes how many bytes are alive, objects and buffers. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
/** V8 drops the code of a function after several collections without a call. */
const COLLECTIONS = 12
const PAUSE_MS = 20

process.on('SIGUSR2', async () => {
  for (let count = 0; count < COLLECTIONS; count += 1) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write(`${JSON.stringify({ msg: 'live memory', bytes: heapUsed + external })}\n`)
})
