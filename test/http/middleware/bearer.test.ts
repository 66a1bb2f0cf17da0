import { startTestPortal, type TestPortal } from '../../support/portal.ts'

const PURGE_TOKEN = 'bardzo-tajny-token'
const METRICS_TOKEN = 'tajny-token-metryk'
const WRONG = 'zmyslony-token'
/** Wrong tokens per client and minute. */
const LIMIT = 10

let portal: TestPortal

beforeEach(async () => {
  portal = await startTestPortal({ PURGE_TOKEN, METRICS_TOKEN })
})
afterEach(() => portal.close())

const purge = async (token: string, client?: string): Promise<number> => {
  const headers = new Headers({ 'content-type': 'application/json', authorization: `Bearer ${token}` })
  if (client !== undefined) headers.set('x-forwarded-for', client)
  return (await fetch(`${portal.url}/ops/purge`, { method: 'POST', headers, body: '{"tags":["x"]}' })).status
}
const metrics = async (path: string, token?: string): Promise<number> =>
  (await portal.get(path, token === undefined ? {} : { authorization: `Bearer ${token}` })).status

test('SEC-10: a query changes nothing about a path that requires a token, nor about any path that is not a page', async () => {
  for (const query of ['', '?', '?x=1', '?x=/metrics&y=%3f']) {
    expect([query, await metrics(`/metrics${query}`, METRICS_TOKEN)]).toEqual([query, 200])
    expect([query, await metrics(`/metrics${query}`)]).toEqual([query, 401])
    expect([query, (await portal.get(`/healthz${query}`)).text]).toEqual([query, 'ok'])
  }
})

test('SEC-11: posts without the token do not count towards the limit of those with it', async () => {
  const wrong: number[] = []
  for (let n = 0; n < 650; n++) wrong.push(await purge(WRONG))
  expect(new Set(wrong)).toEqual(new Set([401, 429]))
  expect(await purge(PURGE_TOKEN)).toBe(200)
})

test('SEC-12: a client may try ten wrong tokens a minute, over all endpoints that require one; other clients are not affected', async () => {
  const statuses: number[] = []
  for (let n = 0; n < LIMIT; n++) statuses.push(n % 2 === 0 ? await purge(WRONG) : await metrics('/metrics', WRONG))
  expect(new Set(statuses)).toEqual(new Set([401]))
  expect([await purge(WRONG), await metrics('/metrics'), await metrics('/metrics?x=1', WRONG)]).toEqual([429, 429, 429])
  expect(await purge(WRONG, '203.0.113.9')).toBe(401)
  expect(await metrics('/metrics', METRICS_TOKEN)).toBe(200)
})

test('SEC-12: wrong tokens are logged once per client, without its IP address and without the token', async () => {
  for (let n = 0; n < LIMIT + 5; n++) await purge(WRONG, '203.0.113.7')
  await purge(WRONG, '203.0.113.8')
  const refusals = portal.logs.filter(({ msg }) => msg === 'wrong or missing bearer token')
  // One line per client; equal ones are counted (COST-82).
  expect(refusals).toHaveLength(2)
  expect(refusals[0]).toMatchObject({ level: 40, path: '/ops/purge', requestId: expect.any(String) })
  expect(new Set(refusals.map(({ client }) => client)).size).toBe(2)
  expect(JSON.stringify(portal.logs)).not.toMatch(/zmyslony-token|203\.0\.113/)
})
