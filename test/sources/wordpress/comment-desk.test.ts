import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFormClient } from '../../../src/sources/upstream/form-client.ts'
import { createHosts } from '../../../src/sources/upstream/host.ts'
import { createWordPressClient } from '../../../src/sources/wordpress/client.ts'
import { createCommentDesk } from '../../../src/sources/wordpress/comment-desk.ts'

/** As WordPress' 15 s. Milliseconds. */
const FLOOD_MS = 400

test('COMM-10: a reader waits for their own comments; others wait in turn, and nobody overtakes them', async () => {
  const taken: string[] = []
  let acceptedAt = Number.NEGATIVE_INFINITY
  let posts = 0
  // It takes one comment in a while from the portal's IP address, as a WordPress does.
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      posts += 1
      if (performance.now() - acceptedAt < FLOOD_MS - 50) return void response.writeHead(429).end()
      acceptedAt = performance.now()
      taken.push(new URLSearchParams(body).get('author') ?? '')
      response.writeHead(302, { location: `/x?unapproved=${taken.length}#comment-${taken.length}` }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const host = createHosts()(url)
  const desk = createCommentDesk(createFormClient(url, host), createWordPressClient(url, undefined, host), FLOOD_MS)
  const post = async (name: string, client: string) => {
    const outcome = await desk.post({ name, email: `${name}@poczta.example`, text: 't', post: '1', client })
    return outcome.kind === 'refused' ? outcome.problem : outcome.kind
  }
  try {
    expect(await post('ola', '198.51.100.1')).toBe('held')
    const before = posts
    // By another name from the same network, and from elsewhere by the same one: each is one call, and waits for nothing.
    expect([await post('ela', '198.51.100.1'), await post('ola', '198.51.100.9'), posts - before]).toEqual([
      'tooFast',
      'tooFast',
      2,
    ])
    const others = ['jan', 'ewa', 'iza', 'adam'].map((name, n) => post(name, `198.51.100.${n + 20}`))
    expect((await Promise.all(others)).sort()).toEqual(['held', 'held', 'held', 'tooFast'])
    expect(taken).toHaveLength(4)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
