import { settingNames } from '../../../src/portal/settings/env.ts'
import { misspeltNote, misspeltSettings } from '../../../src/portal/settings/misspelt.ts'
import { editDistance } from '../../../src/system/edit-distance.ts'
import { readEnv } from '../../support/customer-site.ts'

const SECRET = 'bardzo-tajny-zeton'
const { services } = readEnv({})
const slipsIn = (...names: string[]) =>
  misspeltSettings(Object.fromEntries(names.map((name) => [name, SECRET])), settingNames(Object.keys(services)))

test.each([
  ['PAGE_CAHCE_MB', 'PAGE_CACHE_MB'],
  ['PAGE_CACHE_BM', 'PAGE_CACHE_MB'],
  ['PURGE_TOKN', 'PURGE_TOKEN'],
  ['METRICS_TOKENS', 'METRICS_TOKEN'],
  ['REDIS_ULR', 'REDIS_URL'],
  ['CMS_URL_AKADEMI', 'CMS_URL_AKADEMIA'],
  ['TRUST-PROXY', 'TRUST_PROXY'],
  ['log_level', 'LOG_LEVEL'],
  ['PROT', 'PORT'],
])('OPS-18: %s is no setting, and %s is meant', (name, meant) => {
  expect(slipsIn(name)).toEqual([{ name, meant }])
  expect(misspeltNote({ name, meant })).toBe(`${name} is no setting: did you mean ${meant}?`)
})

/** What shells, containers, Heroku, Render, Fly, Railway, Cloud Run, Kubernetes, Marathon, Coolify, npm and editors set. */
const FOREIGN =
  `HOME HOSTNAME LANG LOGNAME MAIL OLDPWD PATH PWD SHELL SHLVL TERM TMPDIR TZ USER EDITOR PAGER LESS LS_COLORS _
  DYNO DYNO_RAM STACK HEROKU_APP_ID HEROKU_RELEASE_VERSION REDIS_TLS_URL REDISCLOUD_URL DATABASE_CONNECTION_POOL_URL WEB_MEMORY MEMORY_AVAILABLE
  RENDER RENDER_SERVICE_ID RENDER_EXTERNAL_URL RENDER_EXTERNAL_HOSTNAME IS_PULL_REQUEST RENDER_GIT_COMMIT
  FLY_APP_NAME FLY_REGION FLY_ALLOC_ID PRIMARY_REGION RAILWAY_ENVIRONMENT RAILWAY_STATIC_URL RAILWAY_SERVICE_ID
  K_SERVICE K_REVISION K_CONFIGURATION GOOGLE_CLOUD_PROJECT AWS_REGION AWS_EXECUTION_ENV WEBSITES_PORT WEBSITE_HOSTNAME
  KUBERNETES_PORT KUBERNETES_SERVICE_PORT REDIS_PORT REDIS_SERVICE_HOST REDIS_SERVICE_PORT SZPALTA_PORT_3000_TCP SZPALTA_SERVICE_HOST
  PORT0 PORTS HOSTS MESOS_TASK_ID SERVICE_URL_APP SERVICE_FQDN_APP COOLIFY_URL
  PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE POSTGRES_URL KV_URL KV_REST_API_READ_ONLY_TOKEN SMTP_HOST SMTP_USER MAIL_FROM_NAME
  npm_config_loglevel npm_lifecycle_event npm_package_name INIT_CWD NODE NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS
  OTEL_SERVICE_NAME OTEL_LOGS_EXPORTER LISTEN_PID LISTEN_FDNAMES INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET
  HTTP_PROXY HTTPS_PROXY NO_PROXY CI GITHUB_TOKEN DEBUG SENTRY_RELEASE SENTRY_ENVIRONMENT`.split(/\s+/)

test('OPS-18: variables of platforms and other programs are nobody’s slip', () => {
  expect(slipsIn(...FOREIGN)).toEqual([])
})

test('OPS-18: hostile names cost little, and are not all reported', () => {
  const known = ['PAGE_CACHE_MB', 'PORT']
  const long = Object.fromEntries([[`PAGE_CACHE_MB${'A'.repeat(100_000)}`, SECRET]])
  expect(misspeltSettings(long, known)).toEqual([])
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`PAGE_CACHE_${index}`, SECRET]))
  expect(misspeltSettings(many, known).length).toBeLessThanOrEqual(20)
})

test.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', '', 3],
  ['abcd', 'acbd', 1],
  ['kot', 'kosa', 2],
])('between %j and %j are %i edits', (one, other, edits) => {
  expect([editDistance(one, other), editDistance(other, one)]).toEqual([edits, edits])
})
