import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import * as z from 'zod'
import { debianProgram } from '../support/debian-program.ts'
import { startHub } from '../support/hub-server.ts'
import { startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const FOLDER = join(ROOT, 'deploy/observability')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const handbook = read('docs/handbook.md')
const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.union([
            z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ runbook: z.string() }) }),
            z.object({ record: z.string(), expr: z.string() }),
          ]),
        ),
      }),
    ),
  })
  .parse(parse(read('deploy/observability/alerts.yaml')))
  .groups.flatMap((group) => group.rules)
const dashboard = z
  .object({
    panels: z.array(
      z.object({
        title: z.string().min(1),
        type: z.string(),
        targets: z.array(z.object({ expr: z.string() })).optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('deploy/observability/dashboard.json')))

/** Metrics that have no value where there is nothing to measure: a database, an index, a limit. */
const ALWAYS = /^szpalta_(?!database|shared_store|search_index|newsletter_issue|memory)/
/** Registered only where a service refuses crawlers, as none of the hub's does; test/features/machines counts them. */
const ABSENT = 'szpalta_crawlers_refused_total'
const NAME = /\b(?:szpalta|process|nodejs)_[a-z0-9_]+\b/g
const namesIn = (text: string): string[] => [...new Set(text.match(NAME) ?? [])]

test('OBS-36: every metric that dashboard, alarms and handbook name is exported, and every own one is in the handbook', async () => {
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
  const token = 'tajny-token-metryk'
  const portal = await startProcess({
    CONTENT: 'hub',
    CMS_URL: hub.url,
    METRICS_TOKEN: token,
    PURGE_TOKEN: 'tajny-token-czyszczenia',
    WEB_CONCURRENCY: '2',
    BACKUP_FILE: 'package.json',
  })
  await portal.ready()
  await portal.ask('/2026/03/jak-dziala-podpis-cyfrowy')
  const metrics = () => portal.ask('/metrics', { headers: { authorization: `Bearer ${token}` } })
  const { text } = await until(metrics, ({ text }) => /^szpalta_shared_store_up\S* 1$/m.test(text))
  await hub.close()
  await portal.stop()
  const printed = new Set([...text.matchAll(/^([a-z][a-z0-9_]*)(?:\{| )/gm)].map(([, name]) => name))
  const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '')
  // The handbook names a histogram as a whole.
  const known = (name: string): boolean =>
    name === ABSENT ||
    printed.has(name) ||
    printed.has(`${name}_bucket`) ||
    (types.includes(name) && !ALWAYS.test(name))
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const named = [expressions.join('\n'), rules.map(({ expr }) => expr).join('\n'), handbook].map(namesIn)
  for (const names of named) {
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !known(name))).toEqual([])
  }
  const own = types.filter((name) => name.startsWith('szpalta_'))
  expect(own.filter((name) => !namesIn(handbook).includes(name))).toEqual([])
  // OBS-35: of several workers the worst breaker counts, not the sum; the primary adds its own metrics.
  expect(text).toMatch(/^szpalta_workers 2$/m)
  expect(text).toMatch(/^szpalta_info\{version="[^"]+"\} 1$/m)
  // OBS-43, OBS-46: once, although there are two workers.
  const { mtimeMs } = statSync(join(ROOT, 'package.json'))
  expect(text).toContain(`szpalta_backup_timestamp_seconds{what="subscribers"} ${Math.floor(mtimeMs / 1000)}\n`)
  expect(text).toMatch(/^szpalta_ready 1$/m)
  const started = Number(/^szpalta_start_time_seconds (\d+)$/m.exec(text)?.[1])
  expect(Math.abs(started - Date.now() / 1000)).toBeLessThan(120)
  const [free, size] = ['free', 'size'].map((what) =>
    Number(new RegExp(`^szpalta_disk_${what}_bytes\\{folder="subscribers"\\} (\\S+)$`, 'm').exec(text)?.[1]),
  )
  expect(size).toBeGreaterThanOrEqual(free ?? Number.NaN)
  expect(free).toBeGreaterThan(0)
})

test('OBS-35: a breaker’s state is the worst of all workers', async () => {
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
  const token = 'tajny-token-metryk'
  const portal = await startProcess({
    CONTENT: 'hub',
    CMS_URL: hub.url,
    METRICS_TOKEN: token,
    PAGE_CACHE: 'off',
    WEB_CONCURRENCY: '2',
  })
  await portal.ready()
  await hub.refuse()
  const state = async (): Promise<string | undefined> => {
    // One request per worker, as connections are distributed in turn; the third is for the metrics.
    for (const worker of ['a', 'b']) await portal.ask(`/2026/03/nie-ma-${worker}${Math.random().toString(36).slice(2)}`)
    const { text } = await portal.ask('/metrics', { headers: { authorization: `Bearer ${token}` } })
    return /^szpalta_upstream_breaker_state\{[^}]*\} (\d+)$/m.exec(text)?.[1]
  }
  await until(state, (value) => value === '2', 20_000)
  // Both are open by now, or soon: the value is never higher.
  for (let attempt = 0; attempt < 12; attempt++) expect(await state()).toBe('2')
  await portal.stop()
})

const promtool = debianProgram('promtool', 'prometheus')
const run = promisify(execFile)
;(promtool ? test : test.skip)(
  'OBS-36: Prometheus takes alarms and scrape job, and the alarms ring when they should',
  async () => {
    const ask = async (...args: string[]): Promise<string> => (await run(promtool ?? '', args, { cwd: FOLDER })).stdout
    expect(await ask('check', 'rules', 'alerts.yaml')).toContain(`${rules.length} rules found`)
    expect(await ask('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
    expect(await ask('check', 'config', '--syntax-only', 'prometheus.yaml')).toContain('SUCCESS')
    // The dashboard's expressions are checked as rules, with values for Grafana's variables.
    const recorded = dashboard.panels
      .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
      .map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'))
      .map((expr, index) => ({ record: `panel:${index}`, expr }))
    const folder = await mkdtemp(join(tmpdir(), 'szpalta-dashboard-'))
    await writeFile(join(folder, 'panels.yaml'), stringify({ groups: [{ name: 'panels', rules: recorded }] }))
    expect(await ask('check', 'rules', join(folder, 'panels.yaml'))).toContain(`${recorded.length} rules found`)
    await rm(folder, { recursive: true, force: true })
  },
  180_000,
)
