/**
 * A process that subscribes one address after the other: `node subscriber-writer.mjs MODULE FILE NAME COUNT`. The module
 * exports `open(file)`, which gives the keeper. Every address is written to stdout once it was acknowledged, at once, so
 * so that the test which kills this process knows what it had promised; what was refused goes to stderr.
 */
import { writeSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const [, , module, file, name, count] = process.argv
const { open } = await import(module)
const keeper = await open(file)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
for (let index = 0; index < Number(count); index++) {
  const email = `${name}-${index}@poczta.example`
  try {
    await keeper.subscribe(email, 'akademia')
    writeSync(1, `${email}\n`)
  } catch (error) {
    writeSync(2, `${email}: ${error.message}\n`)
  }
}
delay.disable()
await keeper.close()
writeSync(2, `longest block ${(delay.max / 1e6).toFixed(1)} ms\n`)
