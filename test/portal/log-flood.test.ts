import { connect } from 'node:net'
import { startProcess } from '../support/process.ts'

test('a flood of malformed requests is two lines, the second with their number (COST-82)', async () => {
  const portal = await startProcess()
  try {
    await portal.ready()
    const one = () =>
      new Promise<void>((resolve) => {
        const socket = connect(portal.port, '127.0.0.1', () => socket.write('NO SUCH LINE\r\n\r\n'))
        socket.on('error', () => {})
        socket.on('close', () => resolve())
        socket.resume()
      })
    for (let round = 0; round < 30; round++) await Promise.all(Array.from({ length: 20 }, one))
    portal.child.kill('SIGTERM')
    expect(await portal.exit()).toBe(0)
    const lines = portal.lines().filter(({ msg }) => String(msg).startsWith('unreadable request'))
    const counted = lines.reduce((sum, { more }) => sum + (typeof more === 'number' ? more : 1), 0)
    expect(counted).toBe(600)
    // On a slow machine ten seconds may pass in between.
    expect(lines.length).toBeLessThanOrEqual(4)
  } finally {
    await portal.stop()
  }
})
