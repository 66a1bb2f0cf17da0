import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '../../../src/observability/log/log.ts'
import { createRepeats } from '../../../src/observability/log/repeats.ts'
import { openStore } from '../../../src/system/store/open-store.ts'
import type { LogLine } from '../../support/portal.ts'

test('each change of availability is a line of its own at once, however quickly they follow each other (RES-11)', async () => {
  let isThere = true
  const server = createServer((_request, response) =>
    isThere
      ? response.end('{"result":null}')
      : response.writeHead(500).end('{"error":"the server is being restarted"}'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const lines: LogLine[] = []
  const repeats = createRepeats()
  const log = createLog(
    { level: 'info', secrets: [], repeats },
    { write: (line) => void lines.push(JSON.parse(line) as LogLine) },
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store = (await openStore({ kind: 'rest', url, token: 'token' }, log))?.background
  try {
    for (const state of [true, false, true, false, false, true, true, false]) {
      isThere = state
      await store?.get('key').catch(() => {})
    }
    const [there, away] = ['the shared store is there', 'the shared store is away']
    expect(lines.map(({ msg }) => msg)).toEqual([there, away, there, away, there, away])
    repeats.flush()
    expect(lines.map(({ msg }) => msg)).toEqual([there, away, there, away, there, away])
  } finally {
    await store?.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
