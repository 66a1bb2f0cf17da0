import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import type { BreakerState } from '../../../src/observability/host-watch.ts'
import { SourceError } from '../../../src/sources/upstream/errors.ts'
import { createHosts, type HostSettings } from '../../../src/sources/upstream/host.ts'
import { type CallOptions, createJsonClient } from '../../../src/sources/upstream/http.ts'
import { type Behaviour, type HubServer, startHub } from '../../support/hub-server.ts'

/** Long enough for any response over loopback that comes at all. Milliseconds. */
const PLENTY = 15_000
/** Long enough for a call that should succeed, short enough to wait for one that hangs. Milliseconds. */
const SHORT = 500
/** Interval of probes in tests that wait for one. Milliseconds. */
const SOON = 200
/** How long a host may be silent before the silence counts as a failure. Milliseconds. */
const SILENCE = 90
const SECONDARY = { rank: 'secondary' } as const

let hub: HubServer

beforeEach(async () => {
  hub = await startHub(undefined, () => ({ body: '{"ok":true}' }))
})
afterEach(() => hub.close())

/** A client of the hub, and the events that were reported of its host. */
function clientOf(url = hub.url, settings: HostSettings = {}) {
  const states: BreakerState[] = []
  const reported = { tries: 0, outcomes: [] as string[], refused: [] as string[], states }
  const hostOf = createHosts({
    silence: SILENCE,
    // Most tests fail one path again and again.
    pauseAfterFailure: 0,
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
  return { reported, hostOf, get: client.get, isOpen: () => states.at(-1) === 'open' }
}
type Client = ReturnType<typeof clientOf>

/** "ok", or the reason of the failure. */
function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof SourceError) return error.reason
      throw error
    },
  )
}

/** Calls different paths concurrently. */
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

describe('a host that is down', () => {
  test('and hangs costs 100 callers two calls; later calls are refused at once', async () => {
    hub.misbehaveAll({ manner: 'hang' })
    const client = clientOf()
    expect(new Set(await burst(client, 100, SHORT))).not.toContain('ok')
    expect(client.isOpen()).toBe(true)
    expect(new Set(await burst(client, 100, PLENTY))).toEqual(new Set(['open']))
    expect(hub.calls.length).toBe(2)
  })

  test('and refuses connections costs 100 callers two tries', async () => {
    await hub.refuse()
    const client = clientOf()
    const outcomes = await burst(client, 100, PLENTY)
    expect(new Set(outcomes)).toEqual(new Set(['unreachable', 'open']))
    expect(client.reported.tries).toBe(2)
    expect(client.isOpen()).toBe(true)
  })

  test('and refuses the only call is not called again after its second try', async () => {
    await hub.refuse()
    const client = clientOf()
    expect(await outcomeOf(client.get('/a', PLENTY))).toBe('unreachable')
    expect(await outcomeOf(client.get('/b', PLENTY))).toBe('open')
    expect(client.reported.tries).toBe(2)
  })

  test('may be one whose name does not resolve', async () => {
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '')
    const client = clientOf('http://cms.invalid', { lookup })
    expect(await outcomeOf(client.get('/a', PLENTY))).toBe('unreachable')
    expect(await outcomeOf(client.get('/b', PLENTY))).toBe('open')
  })

  test('and cuts every connection costs 100 callers two calls', async () => {
    hub.misbehaveAll({ manner: 'cut' })
    expect(new Set(await burst(clientOf(), 100, PLENTY))).toEqual(new Set(['unreachable', 'open']))
    expect(hub.calls.length).toBe(2)
  })

  test('and answers every call with HTTP 503 is not called after ten tries', async () => {
    hub.misbehaveAll({ status: 503 })
    const client = clientOf()
    await burst(client, 100, PLENTY)
    expect(client.isOpen()).toBe(true)
    // Ten open the breaker; one more may be in flight.
    expect(hub.calls.length).toBeLessThanOrEqual(11)
  })

  test('has its waiting calls refused at once', async () => {
    hub.misbehaveAll(({ path }) => ({ manner: path.startsWith('/cold/') ? 'hang' : 'cut' }))
    const client = clientOf()
    const hanging = burst(client, 20, PLENTY, SECONDARY)
    await until(() => hub.calls.length === 16)
    await Promise.all(['/a', '/b'].map((path) => outcomeOf(client.get(path, PLENTY))))
    expect(client.reported.refused.filter((reason) => reason === 'open').length).toBeGreaterThanOrEqual(4)
    await hub.refuse()
    expect(new Set(await hanging)).toEqual(new Set(['unreachable', 'open']))
    await hub.accept()
  })

  test('has one breaker for all its clients', async () => {
    const client = clientOf()
    await takeAway(client)
    const other = createJsonClient(`${hub.url}/cms`, undefined, client.hostOf(`${hub.url}/cms`))
    expect(await outcomeOf(other.get('/a', PLENTY))).toBe('open')
  })
})

describe('while the breaker is open', () => {
  test('a single call is let through after a while, and the next one a while after it', async () => {
    const client = clientOf(hub.url, { probeAfter: SOON })
    await takeAway(client)
    const before = hub.calls.length
    await until(() => client.reported.states.at(-1) === 'half-open')
    const outcomes = await burst(client, 50, PLENTY)
    expect(outcomes.filter((outcome) => outcome === 'open').length).toBe(49)
    expect(hub.calls.length - before).toBe(1)
    expect(client.reported.states).toEqual(['closed', 'open', 'half-open', 'open'])
  })

  test.each([200, 404])('a probe with HTTP %i closes it', async (status) => {
    const client = clientOf(hub.url, { probeAfter: SOON })
    await takeAway(client)
    hub.misbehaveAll({ status, body: '{"ok":true}' })
    await until(() => client.reported.states.at(-1) === 'half-open')
    expect(await outcomeOf(client.get('/a', PLENTY))).toBe('ok')
    expect(client.reported.states.at(-1)).toBe('closed')
    expect(await burst(client, 20, PLENTY)).toEqual(Array.from({ length: 20 }, () => 'ok'))
  })

  test.each<[string, Behaviour]>([
    ['fails', { status: 500 }],
    ['hangs', { manner: 'hang' }],
  ])('a probe that %s opens it again', async (_name, behaviour) => {
    const client = clientOf(hub.url, { probeAfter: SOON, silence: PLENTY })
    await takeAway(client)
    hub.misbehaveAll(behaviour)
    await until(() => client.reported.states.at(-1) === 'half-open')
    expect(await outcomeOf(client.get('/a', SHORT / 5))).not.toBe('ok')
    expect(client.isOpen()).toBe(true)
  })

  test.each(['secondary', 'search', 'nextSearch', 'lists'] as const)(
    'a call of rank %s is no probe: hanging ones do not keep a page from being the next probe (RES-6)',
    async (rank) => {
      const client = clientOf(hub.url, { probeAfter: SOON })
      await takeAway(client)
      hub.misbehaveAll(({ path }) => (path.startsWith('/cold/') ? { manner: 'hang' } : { body: '{"ok":true}' }))
      await until(() => client.reported.states.at(-1) === 'half-open')
      const before = hub.calls.length
      expect(new Set(await burst(client, 20, SHORT, { rank }))).toEqual(new Set(['open']))
      expect(hub.calls.length).toBe(before)
      expect(await outcomeOf(client.get('/page', PLENTY))).toBe('ok')
      expect(client.reported.states).toEqual(['closed', 'open', 'half-open', 'closed'])
      expect(await outcomeOf(client.get('/beside', PLENTY, { rank }))).toBe('ok')
    },
  )

  test('a failing path is not the next probe while there are other calls (RES-6)', async () => {
    hub.misbehave('/bad', { status: 500 })
    let time = 0
    const client = clientOf(hub.url, { probeAfter: SOON, now: () => time })
    await takeAway(client)
    hub.misbehaveAll({ body: '{"ok":true}' })
    const halfOpen = () => until(() => client.reported.states.at(-1) === 'half-open')
    await halfOpen()
    expect(await outcomeOf(client.get('/bad', PLENTY))).toBe('status')
    expect(client.isOpen()).toBe(true)
    await halfOpen()
    expect(await outcomeOf(client.get('/bad', PLENTY))).toBe('open')
    expect(await outcomeOf(client.get('/good', PLENTY))).toBe('ok')
    expect(client.reported.states.at(-1)).toBe('closed')
    // Without other calls it is.
    hub.misbehaveAll({ manner: 'cut' })
    await burst(client, 2, PLENTY)
    await halfOpen()
    await outcomeOf(client.get('/a', PLENTY))
    await halfOpen()
    time += SOON + 5000
    hub.misbehaveAll({ body: '{"ok":true}' })
    expect(await outcomeOf(client.get('/a', PLENTY))).toBe('ok')
  })

  test('secondary content is not requested either', async () => {
    const client = clientOf()
    await takeAway(client)
    expect(await outcomeOf(client.get('/a', PLENTY, SECONDARY))).toBe('open')
  })
})

describe('a URL that fails (RES-4)', () => {
  /** A client whose clock the test moves. */
  const atClock = (settings: HostSettings = {}) => {
    let time = 0
    const client = clientOf(hub.url, { pauseAfterFailure: 1000, now: () => time, ...settings })
    const pass = (milliseconds: number): void => {
      time += milliseconds
    }
    return { ...client, pass }
  }

  test.each<[string, Behaviour, string, number]>([
    ['500', { status: 500 }, 'status', 1],
    ['403', { status: 403 }, 'status', 1],
    ['503, which is tried twice', { status: 503 }, 'status', 2],
    ['no JSON', { body: '<html>' }, 'not-json', 1],
    ['half of an answer', { manner: 'truncate', body: '{"ok":true}' }, 'incomplete', 2],
  ])('by %s is called once a second, whatever calls for it', async (_name, behaviour, reason, tries) => {
    hub.misbehave('/bad', behaviour)
    const client = atClock()
    const ranks = ['primary', 'secondary', 'lists', 'search'] as const
    for (let second = 1; second <= 3; second++) {
      for (let nth = 0; nth < 100; nth++) {
        const rank = ranks[nth % ranks.length]
        expect(await outcomeOf(client.get('/bad', PLENTY, rank && { rank }))).toBe(reason)
      }
      expect(hub.countOf('/bad')).toBe(second * tries)
      client.pass(1000)
    }
    expect([client.reported.states, new Set(client.reported.refused)]).toEqual([['closed'], new Set(['failing'])])
    expect(await outcomeOf(client.get('/good', PLENTY))).toBe('ok')
  })

  test('is called again a second later, and as somebody else at once', async () => {
    hub.misbehave('/bad', (nth) => (nth === 1 ? { status: 500 } : { body: '{"ok":true}' }))
    const client = atClock()
    expect(await outcomeOf(client.get('/bad', PLENTY))).toBe('status')
    client.pass(999)
    expect(await outcomeOf(client.get('/bad', PLENTY))).toBe('status')
    const other = createJsonClient(hub.url, { user: 'redakcja', key: 'klucz' }, client.hostOf(hub.url))
    expect(await outcomeOf(other.get('/bad', PLENTY))).toBe('ok')
    client.pass(1)
    expect(await outcomeOf(client.get('/bad', PLENTY))).toBe('ok')
    expect(await outcomeOf(client.get('/bad', PLENTY))).toBe('ok')
  })

  test('for a call with little time is called by one with more', async () => {
    hub.misbehave('/slow', (nth) => (nth === 1 ? { manner: 'hang' } : { body: '{"ok":true}' }))
    const client = atClock({ silence: SHORT / 2 })
    expect(await outcomeOf(client.get('/slow', SHORT, { rank: 'lists' }))).toBe('timeout')
    expect(await outcomeOf(client.get('/slow', PLENTY))).toBe('ok')
  })
})

test('what stands next to a page is not called while the page has waited a second for a silent host (RES-17)', async () => {
  hub.misbehaveAll(({ path }) => (path === '/page' ? { manner: 'hang' } : { body: '{"ok":true}' }))
  let time = 0
  const client = clientOf(hub.url, { now: () => time })
  const page = outcomeOf(client.get('/page', PLENTY))
  await until(() => hub.countOf('/page') === 1)
  time += 1
  expect(await outcomeOf(client.get('/beside', PLENTY, SECONDARY))).toBe('ok')
  // It has answered since the page's call began.
  time += 1000
  expect(await outcomeOf(client.get('/beside/2', PLENTY, SECONDARY))).toBe('ok')
  hub.misbehaveAll({ manner: 'hang' })
  const next = outcomeOf(client.get('/page/2', PLENTY))
  await until(() => hub.countOf('/page/2') === 1)
  time += 1000
  expect(await outcomeOf(client.get('/beside/3', PLENTY, SECONDARY))).toBe('open')
  await hub.refuse()
  await Promise.all([page, next])
  await hub.accept()
})

describe('a healthy host', () => {
  test.each(['hang', 'cut'] as const)('may %s one path every time', async (manner) => {
    hub.misbehave('/bad', { manner })
    const client = clientOf()
    for (let n = 0; n < 3; n++) expect(await outcomeOf(client.get('/bad', SHORT / 2))).not.toBe('ok')
    expect(await outcomeOf(client.get('/good', PLENTY))).toBe('ok')
    expect(client.reported.states).toEqual(['closed'])
  })

  test('may leave every second path unanswered', async () => {
    hub.misbehaveAll(({ path }) => (path.endsWith('bad') ? { manner: 'hang' } : { body: '{"ok":true}' }))
    const client = clientOf()
    for (let n = 0; n < 3; n++) {
      expect(await outcomeOf(client.get(`/${n}/bad`, SHORT / 5))).toBe('timeout')
      expect(await outcomeOf(client.get(`/${n}/good`, PLENTY))).toBe('ok')
    }
    expect(client.reported.states).toEqual(['closed'])
  })

  test.each([404, 410, 400, 401, 403])('may answer everything with HTTP %i', async (status) => {
    hub.misbehaveAll({ status })
    const client = clientOf()
    await burst(client, 40, PLENTY)
    expect(client.reported.states).toEqual(['closed'])
    expect(hub.calls.length).toBe(40)
  })

  test('may fail 30 % of its calls', async () => {
    let nth = 0
    hub.misbehaveAll(() => ({ status: nth++ % 10 < 3 ? 500 : 200, body: '{"ok":true}' }))
    const client = clientOf()
    const outcomes = await burst(client, 200, PLENTY)
    expect(outcomes.filter((outcome) => outcome === 'ok').length).toBe(140)
    expect(client.reported.states).toEqual(['closed'])
  })

  test('is not blamed for calls that spent most of their time waiting', async () => {
    let nth = 0
    hub.misbehaveAll(() => ({ body: '{"ok":true}', delay: nth++ < 2 ? 300 : 1000 }))
    const client = clientOf(hub.url, { silence: 450 })
    const first = burst(client, 2, PLENTY)
    await until(() => hub.calls.length === 2)
    const outcomes = await Promise.all(['/a', '/b'].map((path) => outcomeOf(client.get(path, 700))))
    expect(outcomes).toEqual(['timeout', 'timeout'])
    expect(await first).toEqual(['ok', 'ok'])
    expect(client.reported.states).toEqual(['closed'])
  })
})

describe('one path that fails (RES-1)', () => {
  const GOOD: Behaviour = { body: '{"ok":true}' }

  test.each<[string, Behaviour]>([
    ['HTTP 500', { status: 500 }],
    ['HTTP 503, which is tried twice', { status: 503 }],
    ['HTTP 429', { status: 429 }],
    ['HTML', { body: '<!doctype html>' }],
    ['invalid HTTP', { manner: 'babble' }],
    ['a truncated body', { manner: 'truncate', ...GOOD }],
    ['a closed connection', { manner: 'cut' }],
    ['a redirect to itself', { location: '/bad' }],
  ])(
    'with %s does not open the breaker, alone or among others, however often it is requested',
    async (_name, behaviour) => {
      hub.misbehave('/bad', behaviour)
      const client = clientOf()
      for (let n = 0; n < 100; n++) expect(await outcomeOf(client.get('/bad', PLENTY))).not.toBe('ok')
      const calls = Array.from({ length: 100 }, (_, n) => outcomeOf(client.get(n % 2 === 0 ? '/bad' : `/${n}`, PLENTY)))
      const outcomes = await Promise.all(calls)
      expect(outcomes.filter((outcome) => outcome === 'ok').length).toBe(50)
      expect(client.reported.states).toEqual(['closed'])
    },
  )
})

describe('several paths that fail', () => {
  test('get no second tries and no secondary calls, from the third on (RES-4)', async () => {
    hub.misbehaveAll(({ path }) => (path.startsWith('/bad') ? { status: 503 } : undefined))
    const client = clientOf()
    for (let n = 0; n < 5; n++) await outcomeOf(client.get(`/bad/${n}`, PLENTY))
    expect(hub.calls.length).toBe(2 + 2 + 1 + 1 + 1)
    expect(await outcomeOf(client.get('/beside', PLENTY, SECONDARY))).toBe('open')
    expect(await outcomeOf(client.get('/good', PLENTY))).toBe('ok')
    expect(await outcomeOf(client.get('/beside', PLENTY, SECONDARY))).toBe('ok')
    expect(client.reported.states).toEqual(['closed'])
  })

  test('do not open the breaker of a host that answers pages in between (RES-1)', async () => {
    hub.misbehaveAll(({ path }) => (path.startsWith('/bad') ? { status: 500 } : undefined))
    const client = clientOf()
    for (let n = 0; n < 60; n++) await outcomeOf(client.get(n % 10 === 9 ? `/good/${n}` : `/bad/${n}`, PLENTY))
    expect(client.reported.states).toEqual(['closed'])
  })

  test('get ten calls after a thousand successful ones (RES-1)', async () => {
    const client = clientOf()
    for (let n = 0; n < 1000; n++) await client.get(`/good/${n}`, PLENTY)
    hub.misbehaveAll({ status: 500 })
    const before = hub.calls.length
    await burst(client, 400, PLENTY)
    expect(client.isOpen()).toBe(true)
    // Ten open the breaker; one more may be in flight.
    expect(hub.calls.length - before).toBeLessThanOrEqual(11)
  })

  test('get no more calls than were in flight when the first one failed (RES-4)', async () => {
    let isWell = true
    hub.misbehaveAll(() => ({ status: isWell ? 200 : 500, body: '{"ok":true}', delay: 50 }))
    const client = clientOf()
    const crowd = burst(client, 900, PLENTY)
    await until(() => client.reported.tries >= 200)
    isWell = false
    await crowd
    expect(client.isOpen()).toBe(true)
    const answered = client.reported.outcomes.lastIndexOf('ok') + 1
    // Of 48 in flight, ten open the breaker; the others are in flight by then.
    expect(answered).toBeGreaterThanOrEqual(200)
    expect(hub.calls.length - answered).toBeLessThanOrEqual(48)
  })
})

describe('secondary content', () => {
  test.each(['hang', 'cut'] as const)('may %s as often as it likes', async (manner) => {
    hub.misbehaveAll(({ path }) => (path.startsWith('/cold/') ? { manner } : undefined))
    const client = clientOf()
    await burst(client, 40, SHORT / 2, SECONDARY)
    expect(client.reported.states).toEqual(['closed'])
    expect(await outcomeOf(client.get('/page', PLENTY))).toBe('ok')
  })

  test('takes no capacity from pages while it hangs', async () => {
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
    'of rank %s take no capacity from pages, however many hang (COST-55)',
    async (rank) => {
      hub.misbehaveAll(({ path }) => (path.startsWith('/cold/') ? { manner: 'hang' } : undefined))
      const client = clientOf()
      const hanging = burst(client, 60, SHORT * 2, { rank })
      await until(() => hub.calls.length === 8)
      const pages = Array.from({ length: 20 }, (_, n) => outcomeOf(client.get(`/page/${n}`, SHORT)))
      expect(new Set(await Promise.all(pages))).toEqual(new Set(['ok']))
      expect(new Set(await hanging)).toEqual(new Set(['timeout', 'busy']))
      expect(client.reported.states).toEqual(['closed'])
    },
  )

  test('a hundred searches wait; the next one is refused at once (COST-55)', async () => {
    hub.misbehaveAll({ manner: 'hang' })
    const client = clientOf()
    const waiting = burst(client, 108, SHORT * 2, { rank: 'search' })
    await until(() => hub.calls.length === 8)
    expect(await outcomeOf(client.get('/one-more', PLENTY, { rank: 'search' }))).toBe('busy')
    expect(await outcomeOf(client.get('/feed', SHORT, { rank: 'lists' }))).toBe('timeout')
    await waiting
  })

  test('are not called while the host is in doubt, except searches of readers (RES-4)', async () => {
    hub.misbehaveAll(({ path }) => (path.startsWith('/bad') ? { status: 500 } : undefined))
    const client = clientOf()
    for (let n = 0; n < 3; n++) await outcomeOf(client.get(`/bad/${n}`, PLENTY))
    expect(await outcomeOf(client.get('/next', PLENTY, { rank: 'nextSearch' }))).toBe('open')
    expect(await outcomeOf(client.get('/feed', PLENTY, { rank: 'lists' }))).toBe('open')
    expect(await outcomeOf(client.get('/search', PLENTY, { rank: 'search' }))).toBe('ok')
  })
})

describe('calls in flight', () => {
  test('are two until the first response, then more, and never more than 48', async () => {
    const client = clientOf()
    let first = 0
    let most = 0
    hub.misbehaveAll(() => {
      const underWay = hub.calls.length - client.reported.tries
      if (client.reported.tries === 0) first = Math.max(first, underWay)
      most = Math.max(most, underWay)
      return { body: '{"ok":true}', delay: 20 }
    })
    expect(new Set(await burst(client, 400, PLENTY))).toEqual(new Set(['ok']))
    expect(first).toBe(2)
    expect(most).toBeGreaterThan(24)
    expect(most).toBeLessThanOrEqual(48)
  })

  test('are two again after a pause', async () => {
    const client = clientOf()
    await burst(client, 50, PLENTY)
    hub.misbehaveAll({ manner: 'hang' })
    const before = hub.calls.length
    await burst(client, 100, SHORT)
    expect(hub.calls.length - before).toBe(2)
  })

  test('have waited for half of their deadline at most', async () => {
    hub.misbehaveAll({ manner: 'hang' })
    const client = clientOf()
    const hanging = burst(client, 2, SHORT * 2)
    await until(() => hub.calls.length === 2)
    expect(await outcomeOf(client.get('/late', SHORT))).toBe('busy')
    expect(client.reported).toMatchObject({ tries: 0, refused: ['busy'] })
    await hanging
  })

  test('are preceded by at most a thousand waiting ones; the next one is refused at once', async () => {
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

  /** Responds with its own IP address, after the milliseconds that the path names. */
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

  test('are reused', async () => {
    const client = clientOf(url, { lookup })
    for (let n = 0; n < 5; n++) await client.get('/', PLENTY)
    expect([connections, lookups]).toEqual([1, 1])
  })

  test('follow a DNS change of the host, however busy they are', async () => {
    const client = clientOf(url, { lookup, maxAge: SOON })
    const reply = async () => (await client.get('/', PLENTY)).json
    expect(await reply()).toBe('127.0.0.1')
    origin = '127.0.0.2'
    while ((await reply()) !== '127.0.0.2') await new Promise((resolve) => setImmediate(resolve))
    expect(lookups).toBeGreaterThan(1)
  })

  test('are not closed while a call is in flight', async () => {
    const client = clientOf(url, { lookup, maxAge: SOON })
    await client.get('/', PLENTY)
    expect((await client.get(`/${SOON * 3}`, PLENTY)).json).toBe('127.0.0.1')
    expect(client.reported.outcomes).toEqual(['ok', 'ok'])
  })
})
