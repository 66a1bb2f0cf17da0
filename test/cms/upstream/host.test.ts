import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import type { BreakerState } from '../../../src/cms/upstream/breaker.ts'
import { SourceError } from '../../../src/cms/upstream/errors.ts'
import { createHosts, type HostSettings } from '../../../src/cms/upstream/host.ts'
import { type CallOptions, createJsonClient } from '../../../src/cms/upstream/http.ts'
import { type Behaviour, type HubServer, startHub } from '../../support/hub-server.ts'

/** Long enough for any response over loopback that comes at all. Milliseconds. */
const PLENTY = 15_000
/** Long enough for a call that ought to be answered, short enough to wait for one that is not. Milliseconds. */
const SHORT = 500
/** Between probes, where a test wants to see one. Milliseconds. */
const SOON = 200
/** Without a response, until a host is blamed. Milliseconds. */
const SILENCE = 90
const SECONDARY = { rank: 'secondary' } as const

let hub: HubServer

beforeEach(async () => {
  hub = await startHub(undefined, () => ({ body: '{"ok":true}' }))
})
afterEach(() => hub.close())

/** A client of the hub, and what was told of its host. */
function clientOf(url = hub.url, settings: HostSettings = {}) {
  const states: BreakerState[] = []
  const reported = { tries: 0, outcomes: [] as string[], refused: [] as string[], states }
  const hostOf = createHosts({
    silence: SILENCE,
    ...settings,
    watch: {
      tried: (_host, outcome) => {
        reported.tries += 1
        reported.outcomes.push(outcome)
      },
      refused: (_host, reason) => reported.refused.push(reason),
      breaker: (_host, state) => states.push(state),
    },
  })
  const client = createJsonClient(url, undefined, hostOf(url))
  return { told: reported, hostOf, get: client.get, isOpen: () => states.at(-1) === 'open' }
}
type Client = ReturnType<typeof clientOf>

/** What came of a call: "ok", or why it failed. */
function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof SourceError) return error.reason
      throw error
    },
  )
}

/** Calls different paths, all at once. */
const burst = ({ get }: Client, count: number, deadline: number, options?: CallOptions) =>
  Promise.all(Array.from({ length: count }, (_, n) => outcomeOf(get(`/cold/${n}`, deadline, options))))

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Opens the breaker. */
async function takeAway(client: Client): Promise<void> {
  hub.misbehaveAll({ manner: 'cut' })
  await burst(client, 2, PLENTY)
  expect(client.isOpen()).toBe(true)
}

describe('a host that is away', () => {
  test('that hangs costs 100 callers two calls, and those who come later are refused at once', async () => {
    hub.misbehaveAll({ manner: 'hang' })
    const client = clientOf()
    expect(new Set(await burst(client, 100, SHORT))).not.toContain('ok')
    expect(client.isOpen()).toBe(true)
    expect(new Set(await burst(client, 100, PLENTY))).toEqual(new Set(['open']))
    expect(hub.calls.length).toBe(2)
  })

  test('that refuses connections costs 100 callers two tries', async () => {
    await hub.refuse()
    const client = clientOf()
    const outcomes = await burst(client, 100, PLENTY)
    expect(new Set(outcomes)).toEqual(new Set(['unreachable', 'open']))
    expect(client.told.tries).toBe(2)
    expect(client.isOpen()).toBe(true)
  })

  test('that refuses the only call is not asked again after its second try', async () => {
    await hub.refuse()
    const client = clientOf()
    expect(await outcomeOf(client.get('/a', PLENTY))).toBe('unreachable')
    expect(await outcomeOf(client.get('/b', PLENTY))).toBe('open')
    expect(client.told.tries).toBe(2)
  })

  test('whose name is not known is away as well', async () => {
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '')
    const client = clientOf('http://cms.invalid', { lookup })
    expect(await outcomeOf(client.get('/a', PLENTY))).toBe('unreachable')
    expect(await outcomeOf(client.get('/b', PLENTY))).toBe('open')
  })

  test('that cuts every connection costs 100 callers two calls', async () => {
    hub.misbehaveAll({ manner: 'cut' })
    expect(new Set(await burst(clientOf(), 100, PLENTY))).toEqual(new Set(['unreachable', 'open']))
    expect(hub.calls.length).toBe(2)
  })

  test('that responses everything with HTTP 503 is not asked after ten tries', async () => {
    hub.misbehaveAll({ status: 503 })
    const client = clientOf()
    await burst(client, 100, PLENTY)
    expect(client.isOpen()).toBe(true)
    // Ten decide; one more may be under way.
    expect(hub.calls.length).toBeLessThanOrEqual(11)
  })

  test('sends away at once those who wait', async () => {
    hub.misbehaveAll(({ path }) => ({ manner: path.startsWith('/cold/') ? 'hang' : 'cut' }))
    const client = clientOf()
    const hanging = burst(client, 20, SHORT, SECONDARY)
    await until(() => hub.calls.length === 16)
    await Promise.all(['/a', '/b'].map((path) => outcomeOf(client.get(path, PLENTY))))
    expect(client.told.refused.filter((reason) => reason === 'open').length).toBeGreaterThanOrEqual(4)
    expect(new Set(await hanging)).toEqual(new Set(['timeout', 'open']))
  })

  test('is the same for every client of it', async () => {
    const client = clientOf()
    await takeAway(client)
    const other = createJsonClient(`${hub.url}/cms`, undefined, client.hostOf(`${hub.url}/cms`))
    expect(await outcomeOf(other.get('/a', PLENTY))).toBe('open')
  })
})

describe('while the breaker is open', () => {
  test('one call of many is let through after a while, and no other until a while after it', async () => {
    const client = clientOf(hub.url, { probeAfter: SOON })
    await takeAway(client)
    const before = hub.calls.length
    await until(() => client.told.states.at(-1) === 'half-open')
    const outcomes = await burst(client, 50, PLENTY)
    expect(outcomes.filter((outcome) => outcome === 'open').length).toBe(49)
    expect(hub.calls.length - before).toBe(1)
    expect(client.told.states).toEqual(['closed', 'open', 'half-open', 'open'])
  })

  test.each([200, 404])('a probe that is answered with HTTP %i closes it', async (status) => {
    const client = clientOf(hub.url, { probeAfter: SOON })
    await takeAway(client)
    hub.misbehaveAll({ status, body: '{"ok":true}' })
    await until(() => client.told.states.at(-1) === 'half-open')
    expect(await outcomeOf(client.get('/a', PLENTY))).toBe('ok')
    expect(client.told.states.at(-1)).toBe('closed')
    expect(await burst(client, 20, PLENTY)).toEqual(Array.from({ length: 20 }, () => 'ok'))
  })

  test.each<[string, Behaviour]>([
    ['fails', { status: 500 }],
    ['hangs', { manner: 'hang' }],
  ])('a probe that %s opens it again', async (_name, behaviour) => {
    const client = clientOf(hub.url, { probeAfter: SOON, silence: PLENTY })
    await takeAway(client)
    hub.misbehaveAll(behaviour)
    await until(() => client.told.states.at(-1) === 'half-open')
    expect(await outcomeOf(client.get('/a', SHORT / 5))).not.toBe('ok')
    expect(client.isOpen()).toBe(true)
  })

  test.each(['secondary', 'search', 'nextSearch', 'lists'] as const)(
    'a call of rank %s is no probe: hanging ones keep no page from being the next (RES-6)',
    async (rank) => {
      const client = clientOf(hub.url, { probeAfter: SOON })
      await takeAway(client)
      hub.misbehaveAll(({ path }) => (path.startsWith('/cold/') ? { manner: 'hang' } : { body: '{"ok":true}' }))
      await until(() => client.told.states.at(-1) === 'half-open')
      const before = hub.calls.length
      expect(new Set(await burst(client, 20, SHORT, { rank }))).toEqual(new Set(['open']))
      expect(hub.calls.length).toBe(before)
      expect(await outcomeOf(client.get('/page', PLENTY))).toBe('ok')
      expect(client.told.states).toEqual(['closed', 'open', 'half-open', 'closed'])
      expect(await outcomeOf(client.get('/beside', PLENTY, { rank }))).toBe('ok')
    },
  )

  test('an address that fails is not the next probe while others come (RES-6)', async () => {
    hub.misbehave('/bad', { status: 500 })
    let time = 0
    const client = clientOf(hub.url, { probeAfter: SOON, now: () => time })
    await takeAway(client)
    hub.misbehaveAll({ body: '{"ok":true}' })
    const halfOpen = () => until(() => client.told.states.at(-1) === 'half-open')
    await halfOpen()
    expect(await outcomeOf(client.get('/bad', PLENTY))).toBe('status')
    expect(client.isOpen()).toBe(true)
    await halfOpen()
    expect(await outcomeOf(client.get('/bad', PLENTY))).toBe('open')
    expect(await outcomeOf(client.get('/good', PLENTY))).toBe('ok')
    expect(client.told.states.at(-1)).toBe('closed')
    // Where no other comes, it is.
    hub.misbehaveAll({ manner: 'cut' })
    await burst(client, 2, PLENTY)
    await halfOpen()
    await outcomeOf(client.get('/a', PLENTY))
    await halfOpen()
    time += SOON + 5000
    hub.misbehaveAll({ body: '{"ok":true}' })
    expect(await outcomeOf(client.get('/a', PLENTY))).toBe('ok')
  }, 20_000)

  test('what stands beside a page is not asked for either', async () => {
    const client = clientOf()
    await takeAway(client)
    expect(await outcomeOf(client.get('/a', PLENTY, SECONDARY))).toBe('open')
  })
})

describe('a host that is well', () => {
  test.each(['hang', 'cut'] as const)('may %s one path every time', async (manner) => {
    hub.misbehave('/bad', { manner })
    const client = clientOf()
    for (let n = 0; n < 3; n++) expect(await outcomeOf(client.get('/bad', SHORT / 2))).not.toBe('ok')
    expect(await outcomeOf(client.get('/good', PLENTY))).toBe('ok')
    expect(client.told.states).toEqual(['closed'])
  })

  test('may leave one of two paths unanswered, now and again', async () => {
    hub.misbehaveAll(({ path }) => (path.endsWith('bad') ? { manner: 'hang' } : { body: '{"ok":true}' }))
    const client = clientOf()
    for (let n = 0; n < 3; n++) {
      expect(await outcomeOf(client.get(`/${n}/bad`, SHORT / 5))).toBe('timeout')
      expect(await outcomeOf(client.get(`/${n}/good`, PLENTY))).toBe('ok')
    }
    expect(client.told.states).toEqual(['closed'])
  })

  test.each([404, 410, 400, 401, 403])('may answer everything with HTTP %i', async (status) => {
    hub.misbehaveAll({ status })
    const client = clientOf()
    await burst(client, 40, PLENTY)
    expect(client.told.states).toEqual(['closed'])
    expect(hub.calls.length).toBe(40)
  })

  test('may fail three times of ten', async () => {
    let nth = 0
    hub.misbehaveAll(() => ({ status: nth++ % 10 < 3 ? 500 : 200, body: '{"ok":true}' }))
    const client = clientOf()
    const outcomes = await burst(client, 200, PLENTY)
    expect(outcomes.filter((outcome) => outcome === 'ok').length).toBe(140)
    expect(client.told.states).toEqual(['closed'])
  })

  test('is not blamed by callers who had to wait for most of their time', async () => {
    let nth = 0
    hub.misbehaveAll(() => ({ body: '{"ok":true}', delay: nth++ < 2 ? 300 : 1000 }))
    const client = clientOf(hub.url, { silence: 450 })
    const first = burst(client, 2, PLENTY)
    await until(() => hub.calls.length === 2)
    const outcomes = await Promise.all(['/a', '/b'].map((path) => outcomeOf(client.get(path, 700))))
    expect(outcomes).toEqual(['timeout', 'timeout'])
    expect(await first).toEqual(['ok', 'ok'])
    expect(client.told.states).toEqual(['closed'])
  })
})

describe('one address that fails (RES-1)', () => {
  const GOOD: Behaviour = { body: '{"ok":true}' }

  test.each<[string, Behaviour]>([
    ['HTTP 500', { status: 500 }],
    ['HTTP 503, which is tried twice', { status: 503 }],
    ['HTTP 429', { status: 429 }],
    ['HTML', { body: '<!doctype html>' }],
    ['what is no HTTP', { manner: 'babble' }],
    ['a body that is cut off', { manner: 'truncate', ...GOOD }],
    ['a cut connection', { manner: 'cut' }],
    ['a redirect to itself', { location: '/bad' }],
  ])('with %s does not close the host, alone or among others, however often it is asked', async (_name, behaviour) => {
    hub.misbehave('/bad', behaviour)
    const client = clientOf()
    for (let n = 0; n < 100; n++) expect(await outcomeOf(client.get('/bad', PLENTY))).not.toBe('ok')
    const calls = Array.from({ length: 100 }, (_, n) => outcomeOf(client.get(n % 2 === 0 ? '/bad' : `/${n}`, PLENTY)))
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter((outcome) => outcome === 'ok').length).toBe(50)
    expect(client.told.states).toEqual(['closed'])
  })
})

describe('several addresses that fail', () => {
  test('take no second tries and nothing beside pages, from the third on (RES-4)', async () => {
    hub.misbehaveAll(({ path }) => (path.startsWith('/bad') ? { status: 503 } : undefined))
    const client = clientOf()
    for (let n = 0; n < 5; n++) await outcomeOf(client.get(`/bad/${n}`, PLENTY))
    expect(hub.calls.length).toBe(2 + 2 + 1 + 1 + 1)
    expect(await outcomeOf(client.get('/beside', PLENTY, SECONDARY))).toBe('open')
    expect(await outcomeOf(client.get('/good', PLENTY))).toBe('ok')
    expect(await outcomeOf(client.get('/beside', PLENTY, SECONDARY))).toBe('ok')
    expect(client.told.states).toEqual(['closed'])
  })

  test('close no host that responses pages in between (RES-2)', async () => {
    hub.misbehaveAll(({ path }) => (path.startsWith('/bad') ? { status: 500 } : undefined))
    const client = clientOf()
    for (let n = 0; n < 60; n++) await outcomeOf(client.get(n % 10 === 9 ? `/good/${n}` : `/bad/${n}`, PLENTY))
    expect(client.told.states).toEqual(['closed'])
  })

  test('are ten calls after a thousand that were answered (RES-2)', async () => {
    const client = clientOf()
    for (let n = 0; n < 1000; n++) await client.get(`/good/${n}`, PLENTY)
    hub.misbehaveAll({ status: 500 })
    const before = hub.calls.length
    await burst(client, 400, PLENTY)
    expect(client.isOpen()).toBe(true)
    // Ten decide; one more may be under way.
    expect(hub.calls.length - before).toBeLessThanOrEqual(11)
  })

  test('get no more calls than were under way when the first one failed (RES-5)', async () => {
    let isWell = true
    hub.misbehaveAll(() => ({ status: isWell ? 200 : 500, body: '{"ok":true}', delay: 50 }))
    const client = clientOf()
    const crowd = burst(client, 900, PLENTY)
    await until(() => client.told.tries >= 200)
    isWell = false
    await crowd
    expect(client.isOpen()).toBe(true)
    const answered = client.told.outcomes.lastIndexOf('ok') + 1
    // Of 48 under way, ten decide; the others are on their way by then.
    expect(answered).toBeGreaterThanOrEqual(200)
    expect(hub.calls.length - answered).toBeLessThanOrEqual(48)
  })
})

describe('what stands beside a page', () => {
  test.each(['hang', 'cut'] as const)('may %s as often as it likes', async (manner) => {
    hub.misbehaveAll(({ path }) => (path.startsWith('/cold/') ? { manner } : undefined))
    const client = clientOf()
    await burst(client, 40, SHORT / 2, SECONDARY)
    expect(client.told.states).toEqual(['closed'])
    expect(await outcomeOf(client.get('/page', PLENTY))).toBe('ok')
  })

  test('takes no room from pages while it hangs', async () => {
    hub.misbehaveAll(({ path }) => (path.startsWith('/cold/') ? { manner: 'hang' } : undefined))
    const client = clientOf()
    const hanging = burst(client, 100, SHORT * 2, SECONDARY)
    await until(() => hub.calls.length === 16)
    expect(await outcomeOf(client.get('/page', SHORT))).toBe('ok')
    expect(new Set(await hanging)).toEqual(new Set(['timeout', 'busy']))
    expect(hub.calls.length).toBe(17)
  })
})

describe('searches, and lists for programs', () => {
  test.each(['search', 'nextSearch', 'lists'] as const)(
    'of rank %s take no room from pages, however many hang (COST-55)',
    async (rank) => {
      hub.misbehaveAll(({ path }) => (path.startsWith('/cold/') ? { manner: 'hang' } : undefined))
      const client = clientOf()
      const hanging = burst(client, 60, SHORT * 2, { rank })
      await until(() => hub.calls.length === 8)
      const pages = Array.from({ length: 20 }, (_, n) => outcomeOf(client.get(`/page/${n}`, SHORT)))
      expect(new Set(await Promise.all(pages))).toEqual(new Set(['ok']))
      expect(new Set(await hanging)).toEqual(new Set(['timeout', 'busy']))
      expect(client.told.states).toEqual(['closed'])
    },
  )

  test('a hundred searches wait; who comes then is refused at once (COST-55)', async () => {
    hub.misbehaveAll({ manner: 'hang' })
    const client = clientOf()
    const waiting = burst(client, 108, SHORT * 2, { rank: 'search' })
    await until(() => hub.calls.length === 8)
    expect(await outcomeOf(client.get('/one-more', PLENTY, { rank: 'search' }))).toBe('busy')
    expect(await outcomeOf(client.get('/feed', SHORT, { rank: 'lists' }))).toBe('timeout')
    await waiting
  })

  test('are not begun while the host may be down, but for what a reader searches for (RES-4)', async () => {
    hub.misbehaveAll(({ path }) => (path.startsWith('/bad') ? { status: 500 } : undefined))
    const client = clientOf()
    for (let n = 0; n < 3; n++) await outcomeOf(client.get(`/bad/${n}`, PLENTY))
    expect(await outcomeOf(client.get('/next', PLENTY, { rank: 'nextSearch' }))).toBe('open')
    expect(await outcomeOf(client.get('/feed', PLENTY, { rank: 'lists' }))).toBe('open')
    expect(await outcomeOf(client.get('/search', PLENTY, { rank: 'search' }))).toBe('ok')
  })
})

describe('how many calls are under way', () => {
  test('two until the first is answered, then more, and never more than 48', async () => {
    const client = clientOf()
    let first = 0
    let most = 0
    hub.misbehaveAll(() => {
      const underWay = hub.calls.length - client.told.tries
      if (client.told.tries === 0) first = Math.max(first, underWay)
      most = Math.max(most, underWay)
      return { body: '{"ok":true}', delay: 20 }
    })
    expect(new Set(await burst(client, 400, PLENTY))).toEqual(new Set(['ok']))
    expect(first).toBe(2)
    expect(most).toBeGreaterThan(24)
    expect(most).toBeLessThanOrEqual(48)
  })

  test('after a pause it is two again', async () => {
    const client = clientOf()
    await burst(client, 50, PLENTY)
    hub.misbehaveAll({ manner: 'hang' })
    const before = hub.calls.length
    await burst(client, 100, SHORT)
    expect(hub.calls.length - before).toBe(2)
  })

  test('half of its deadline is all that a call waits', async () => {
    hub.misbehaveAll({ manner: 'hang' })
    const client = clientOf()
    const hanging = burst(client, 2, SHORT * 2)
    await until(() => hub.calls.length === 2)
    expect(await outcomeOf(client.get('/late', SHORT))).toBe('busy')
    expect(client.told).toMatchObject({ tries: 0, refused: ['busy'] })
    await hanging
  })

  test('a thousand wait; who comes then is refused at once', async () => {
    hub.misbehaveAll({ manner: 'hang' })
    const client = clientOf()
    const waiting = burst(client, 1002, SHORT * 2)
    await until(() => hub.calls.length === 2)
    expect(await outcomeOf(client.get('/one-more', PLENTY))).toBe('busy')
    await waiting
  })
})

describe('connections', () => {
  let servers: Server[]
  let connections: number
  /** What `cms.test` resolves to. */
  let origin: string
  let lookups: number

  const lookup: LookupFunction = (_name, options, callback) => {
    lookups += 1
    if (options.all) callback(null, [{ address: origin, family: 4 }])
    else callback(null, origin, 4)
  }

  /** Answers with its own address, at once or after the milliseconds that the path names. */
  async function listen(port: number, host: string): Promise<number> {
    const server = createServer((request, response) => {
      setTimeout(() => response.end(JSON.stringify(host)), Number(request.url?.slice(1) || 0))
    })
    server.on('connection', () => {
      connections += 1
    })
    await new Promise<void>((resolve) => server.listen(port, host, resolve))
    servers.push(server)
    return (server.address() as AddressInfo).port
  }

  let url: string
  beforeEach(async () => {
    ;[servers, connections, lookups, origin] = [[], 0, 0, '127.0.0.1']
    const port = await listen(0, '127.0.0.1')
    await listen(port, '127.0.0.2')
    url = `http://cms.test:${port}`
  })
  afterEach(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test('are used again', async () => {
    const client = clientOf(url, { lookup })
    for (let n = 0; n < 5; n++) await client.get('/', PLENTY)
    expect([connections, lookups]).toEqual([1, 1])
  })

  test('follow the host to another address, however busy they are', async () => {
    const client = clientOf(url, { lookup, maxAge: SOON })
    const reply = async () => (await client.get('/', PLENTY)).json
    expect(await reply()).toBe('127.0.0.1')
    origin = '127.0.0.2'
    while ((await reply()) !== '127.0.0.2') await new Promise((resolve) => setImmediate(resolve))
    expect(lookups).toBeGreaterThan(1)
  })

  test('are not ended while a call is under way', async () => {
    const client = clientOf(url, { lookup, maxAge: SOON })
    await client.get('/', PLENTY)
    expect((await client.get(`/${SOON * 3}`, PLENTY)).json).toBe('127.0.0.1')
    expect(client.told.outcomes).toEqual(['ok', 'ok'])
  })
})
