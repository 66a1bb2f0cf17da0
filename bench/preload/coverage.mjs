/** Loaded into a portal before it starts: reports the functions that ran since the last message, by file and offset. */
import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const called = result
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url, functions }) => ({
      url,
      // A script's own top level is a function without a name, too.
      offsets: functions.flatMap(({ ranges: [{ count, startOffset }] }) => (count > 0 ? [startOffset] : [])),
    }))
  process.send(called.filter(({ offsets }) => offsets.length > 0))
})
process.channel?.unref()
