import { EnvError } from '../../src/portal/settings/env.ts'
import { reachOf } from '../../src/system/clear-text.ts'
import { readEnv } from '../support/customer-site.ts'

test.each([
  ['127.0.0.1', 'machine'],
  ['[::1]', 'machine'],
  ['localhost', 'machine'],
  ['10.1.2.3', 'network'],
  ['172.31.255.255', 'network'],
  ['192.168.0.1', 'network'],
  ['100.64.0.3', 'network'],
  ['[fd00::1]', 'network'],
  ['wordpress', 'network'],
  ['cms.internal', 'network'],
  ['cms.default.svc.cluster.local', 'network'],
  ['172.32.0.1', 'internet'],
  ['203.0.113.7', 'internet'],
  ['[2001:db8::1]', 'internet'],
  ['cms.gazeta.example', 'internet'],
  ['internal.example', 'internet'],
])('OPS-13: %s belongs to the %s', (host, reach) => {
  expect(reachOf(host)).toBe(reach)
})

function read(variables: NodeJS.ProcessEnv): { problems: string[]; clear: string[] } {
  try {
    return { problems: [], clear: readEnv(variables).clearTexts.map(({ secret, host }) => `${secret} ${host}`) }
  } catch (error) {
    if (error instanceof EnvError) return { problems: error.problems, clear: [] }
    throw error
  }
}
const CMS = { CONTENT: 'hub', CMS_USER: 'portal', CMS_KEY: 'sekret' }

test.each<[string, NodeJS.ProcessEnv]>([
  ['CMS_KEY', { ...CMS, CMS_URL: 'http://cms.gazeta.example' }],
  [
    'CMS_KEY_POST',
    { CONTENT: 'hub', CMS_URL_POST: 'http://203.0.113.7/a', CMS_USER_POST: 'a', CMS_KEY_POST: 'sekret' },
  ],
  ['SARE_API_KEY', { SARE_URL: 'http://sare.example', SARE_UID: '1', SARE_API_KEY: 'sekret' }],
  ['GIPHY_API_KEY', { GIPHY_API_URL: 'http://giphy.example', GIPHY_API_KEY: 'sekret' }],
  [
    'PURGE_FORWARD_TOKEN',
    { PURGE_FORWARD_URL: 'http://10.0.0.5,http://cdn.example', PURGE_FORWARD_TOKEN: 'sekret-sekret' },
  ],
  ['REDIS_URL', { REDIS_URL: 'redis://:sekret@redis.example:6379' }],
  ['SENTRY_DSN', { SENTRY_DSN: 'http://sekret@bledy.example/1' }],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=sekret', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://slady.example' },
  ],
  [
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    { OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=sekret', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://slady.example/v1' },
  ],
  [
    'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
    { OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'a=sekret', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://slady.example' },
  ],
])('OPS-13: %s is not sent through the internet in clear text', (secret, variables) => {
  const { problems } = read(variables)
  expect(problems).toEqual([
    expect.stringMatching(new RegExp(`^${secret} would go to .* in clear text: .*CLEAR_TEXT_HOSTS`)),
  ])
  expect(problems.join()).not.toContain('sekret')
})

test('OPS-13: within the own network it is sent, and reported; on this machine nobody can read it', () => {
  expect(read({ ...CMS, CMS_URL: 'http://cms.internal:8080' })).toEqual({
    problems: [],
    clear: ['CMS_KEY cms.internal:8080'],
  })
  expect(read({ ...CMS, CMS_URL: 'http://127.0.0.1:8080' })).toEqual({ problems: [], clear: [] })
  expect(read({ ...CMS, CMS_URL: 'https://cms.gazeta.example' })).toEqual({ problems: [], clear: [] })
  const purges = { PURGE_FORWARD_URL: 'http://10.0.0.5, http://10.0.0.6', PURGE_FORWARD_TOKEN: 'dlugi-zeton' }
  expect(read(purges).clear).toEqual(['PURGE_FORWARD_TOKEN 10.0.0.5', 'PURGE_FORWARD_TOKEN 10.0.0.6'])
  expect(read({ REDIS_URL: 'redis://redis:6379' }).clear).toEqual([])
})

test('OPS-13: a host that the operator names belongs to the own network, and is reported all the same', () => {
  const named = { ...CMS, CMS_URL: 'http://cms.gazeta.example', CLEAR_TEXT_HOSTS: 'inny.example, CMS.gazeta.example' }
  expect(read(named)).toEqual({ problems: [], clear: ['CMS_KEY cms.gazeta.example'] })
  expect(read({ ...named, CLEAR_TEXT_HOSTS: 'gazeta.example' }).problems).toHaveLength(1)
  expect(read({ CLEAR_TEXT_HOSTS: 'http://a.example' }).problems).toEqual([expect.stringContaining('host names')])
})

test('OPS-13: without a CMS its credentials are not sent', () => {
  expect(read({ ...CMS, CONTENT: 'embedded', CMS_URL: 'http://cms.gazeta.example' })).toEqual({
    problems: [],
    clear: [],
  })
})
