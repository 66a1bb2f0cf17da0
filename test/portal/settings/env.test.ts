import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { EnvError } from '../../../src/portal/settings/env.ts'
import { readEnv, SERVICE_NAMES, site } from '../../support/customer-site.ts'

/** The problems of some settings; none when they are usable. */
function problemsOf(variables: NodeJS.ProcessEnv): string[] {
  try {
    readEnv(variables)
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
}

function messageOf(variables: NodeJS.ProcessEnv): string {
  try {
    readEnv(variables)
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('without any settings', () => {
  test('the portal serves the embedded academy on port 3000 of every interface (RUN-1)', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      service: 'akademia',
      content: 'embedded',
      cmsUrls: {},
      cdn: '/media',
      cdnTemplate: '{url}?w={width}&q={quality}',
      pageCache: { isOn: true, file: 'data/pages.bin' },
    })
  })

  test('an empty variable counts as absent (RUN-1)', () => {
    expect(readEnv({ PORT: '', SERVICE: '', CMS_URL: '', CMS_KEY: '', PAGE_CACHE: '' })).toEqual(readEnv({}))
  })

  test("other programs' variables are ignored", () => {
    expect(readEnv({ PATH: '/bin', HOME: '/root', EDITOR: 'x' })).toEqual(readEnv({}))
  })
})

describe('settings', () => {
  test('of the server are read', () => {
    expect(readEnv({ PORT: '8080', HOST: '127.0.0.1', SERVICE: 'plus', PAGE_CACHE: 'off' })).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      service: 'plus',
      pageCache: { isOn: false },
    })
  })

  test.each(['0', '1', '65535'])('PORT may be %s', (port) => {
    expect(readEnv({ PORT: port }).port).toBe(Number(port))
  })

  test.each(SERVICE_NAMES)('SERVICE may be %s', (name) => {
    expect(readEnv({ SERVICE: name }).service).toBe(name)
  })

  test('one CMS serves all services, and a service may have its own', () => {
    const { cmsUrls, content } = readEnv({
      CONTENT: 'hub',
      CMS_URL: 'https://cms.example/',
      CMS_URL_PLUS: 'http://plus-cms.example:8080/app/',
    })
    expect(content).toBe('hub')
    expect(cmsUrls.post).toBe('https://cms.example')
    expect(cmsUrls.plus).toBe('http://plus-cms.example:8080/app')
    expect(Object.keys(cmsUrls).sort()).toEqual([...SERVICE_NAMES].sort())
  })

  test("a service's own CMS is enough", () => {
    expect(readEnv({ CONTENT: 'hub', CMS_URL_POST: 'https://cms.example' }).cmsUrls).toEqual({
      post: 'https://cms.example',
    })
  })

  test('user and key of the CMS go together', () => {
    const general = { user: 'portal', key: 'sekret' }
    const { cmsCredentials } = readEnv({ CMS_URL: 'https://cms.example', CMS_USER: 'portal', CMS_KEY: 'sekret' })
    expect(cmsCredentials).toEqual(Object.fromEntries(SERVICE_NAMES.map((name) => [name, general])))
    expect(readEnv({}).cmsCredentials).toEqual({})
  })

  test('without a CMS, the credentials are for any URL that a command names', () => {
    const { cmsCredentials, generalCredentials } = readEnv({ CMS_USER: 'portal', CMS_KEY: 'sekret' })
    expect([cmsCredentials, generalCredentials]).toEqual([{}, { user: 'portal', key: 'sekret' }])
  })

  test('URLs and home pages of services are overridden one by one (SVC-6)', () => {
    const { services, publicUrls } = readEnv({ SERVICE_URL_AKADEMIA: 'https://example.com/', HOME_ID_POST: '42' })
    expect(services.akademia).toMatchObject({ serviceUrl: 'https://example.com' })
    expect(services.post).toMatchObject({ homePageId: '42', serviceUrl: site.services.post?.serviceUrl })
    // The other URLs are those of the example site.
    expect(publicUrls).toEqual(['https://example.com'])
  })

  test('a service that uses the CMS of another has its admin URL, unless it has one (PREVIEW-6)', () => {
    const shared = readEnv({ CMS_ADMIN_URL_BIZBLOG: 'https://cms.example/wp-admin/' }).services
    expect([shared.bizblog?.adminUrl, shared.akademia?.adminUrl, shared.post?.adminUrl]).toEqual([
      'https://cms.example/wp-admin',
      'https://cms.example/wp-admin',
      undefined,
    ])
    const own = { CMS_ADMIN_URL_BIZBLOG: 'https://cms.example/a', CMS_ADMIN_URL_AKADEMIA: 'https://cms.example/b' }
    expect(readEnv(own).services.akademia?.adminUrl).toBe('https://cms.example/b')
  })

  test('Giphy needs its key, and has a default base URL', () => {
    expect(readEnv({ GIPHY_API_KEY: 'sekret' }).giphy).toEqual({ key: 'sekret', apiUrl: 'https://api.giphy.com' })
    expect(readEnv({ GIPHY_API_KEY: 'sekret', GIPHY_API_URL: 'http://127.0.0.1:81/x/' }).giphy).toEqual({
      key: 'sekret',
      apiUrl: 'http://127.0.0.1:81/x',
    })
    expect(readEnv({ GIPHY_API_URL: 'https://giphy.example' }).giphy).toBeUndefined()
  })

  test('of images and object storage are read', () => {
    expect(
      readEnv({
        CDN_URL: 'https://cdn.example/img/',
        CDN_TEMPLATE: 'https://resize.example/{width}/{url}',
        CONTENT_BUCKET_URL: 'https://bucket.example/',
      }),
    ).toMatchObject({
      cdn: 'https://cdn.example/img',
      cdnTemplate: 'https://resize.example/{width}/{url}',
      bucketUrl: 'https://bucket.example',
    })
  })

  test('this server resizes its own images; a CDN works as its operator configures it', () => {
    expect(readEnv({}).cdnCropTemplate).toBe('{url}?w={width}&h={height}')
    expect(readEnv({ CDN_URL: 'https://cdn.example' }).cdnCropTemplate).toBeUndefined()
    const CDN_TEMPLATE = '{url}?w={width}[&h={height}&fit=crop]&fm={format}'
    expect(readEnv({ CDN_URL: 'https://cdn.example', CDN_TEMPLATE })).toMatchObject({
      cdnTemplate: '{url}?w={width}&fm=webp',
      cdnCropTemplate: '{url}?w={width}&h={height}&fit=crop&fm=webp',
      cdnMailTemplate: '{url}?w={width}&h={height}&fit=crop&fm=jpeg',
    })
    const withoutFormat = readEnv({ CDN_URL: 'https://cdn.example', CDN_TEMPLATE: '{url}?w={width}[&h={height}]' })
    expect(withoutFormat.cdnCropTemplate).toBe('{url}?w={width}&h={height}')
    expect(withoutFormat.cdnMailTemplate).toBeUndefined()
  })

  test('third parties that are absent do not load (VIEW-6)', () => {
    expect(readEnv({}).integrations).toEqual({ consent: 'preset' })
    expect(
      readEnv({
        CONSENT_MODE: 'cmp',
        GAM_NETWORK_CODE: '123',
        GA_MEASUREMENT_ID: 'G-ABC123',
        MARFEEL_ACCOUNT_ID: '77',
        PUSH_SCRIPT_URL: 'https://push.example/a.js',
        AUDIENCE_SCRIPT_URL: 'https://audience.example/a.js',
        DISQUS_SHORTNAME: 'szpalta',
      }).integrations,
    ).toEqual({
      consent: 'cmp',
      adNetwork: '123',
      analyticsId: 'G-ABC123',
      marfeelAccount: '77',
      pushScript: 'https://push.example/a.js',
      audienceScript: 'https://audience.example/a.js',
      comments: { kind: 'disqus', shortname: 'szpalta' },
    })
    const own = { COMMENTS_SCRIPT_URL: 'https://komentarze.example/embed.js', DISQUS_SHORTNAME: 'szpalta' }
    expect(readEnv(own).integrations.comments).toEqual({ kind: 'script', url: own.COMMENTS_SCRIPT_URL })
  })

  test('OPS-8: on a known platform its proxies are trusted unless configured otherwise; in Kubernetes none is', () => {
    expect(readEnv({ DYNO: 'web.1' })).toMatchObject({
      trustProxy: 1,
      isProxyGuessed: true,
      platform: { name: 'Heroku' },
    })
    expect(readEnv({ DYNO: 'web.1', DOKKU_APP_NAME: 'a' })).toMatchObject({
      trustProxy: 1,
      platform: { name: 'Dokku' },
    })
    expect(readEnv({ RENDER: 'true' })).toMatchObject({ trustProxy: 3, platform: { name: 'Render' } })
    expect(readEnv({ FLY_APP_NAME: 'a' })).toMatchObject({ trustProxy: 2, platform: { name: 'Fly' } })
    expect(readEnv({ RAILWAY_ENVIRONMENT_ID: 'a' })).toMatchObject({ trustProxy: 2, platform: { name: 'Railway' } })
    expect(readEnv({ K_SERVICE: 'a' })).toMatchObject({ trustProxy: 1, platform: { name: 'Cloud Run' } })
    expect(readEnv({ DYNO: 'web.1', TRUST_PROXY: '2' })).toMatchObject({ trustProxy: 2, isProxyGuessed: false })
    expect(readEnv({ KUBERNETES_SERVICE_HOST: '10.0.0.1' })).toMatchObject({
      trustProxy: ['loopback'],
      isProxyGuessed: false,
    })
  })

  test('proxies are trusted by number, IP address or network', () => {
    expect(readEnv({}).trustProxy).toEqual(['loopback'])
    expect(readEnv({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(readEnv({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy).toEqual(['loopback', '10.0.0.0/8', '::1'])
  })
})

test('HEAD-6: directives for search engines apply to every service', () => {
  const { services } = readEnv({ ROBOTS: 'noindex, nofollow' })
  expect(SERVICE_NAMES.map((name) => services[name]?.robots)).toEqual(SERVICE_NAMES.map(() => 'noindex, nofollow'))
  expect(problemsOf({ ROBOTS: 'noindex, nobody' })).toEqual([expect.stringMatching(/^ROBOTS .*nobody/)])
})

describe('problems', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['SERVICE', 'krypto'],
    ['SERVICE', 'toString'],
    ['CONTENT', 'ftp'],
    ['PAGE_CACHE', 'yes'],
    ['MOST_READ', 'yes'],
    ['CMS_URL', 'cms.example'],
    ['CMS_URL', 'ftp://cms.example'],
    ['CMS_URL_PLUS', 'javascript:alert(1)'],
    ['CDN_URL', '/media'],
    ['CDN_TEMPLATE', '{url}'],
    ['CONTENT_BUCKET_URL', 'bucket'],
    ['GIPHY_API_URL', 'giphy'],
    ['SERVICE_URL_POST', 'https://example.com/news'],
    ['HOME_ID_POST', '12a'],
    ['CMS_ADMIN_URL_POST', 'javascript:alert(1)'],
    ['CDN_TEMPLATE', '{url}?w={width}&h={height}'],
    ['TRUST_PROXY', 'everyone'],
    ['HSTS', 'on'],
    ['UNKNOWN_HOSTS', '421'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['DISQUS_SHORTNAME', 'a.b/c'],
    ['MARFEEL_ACCOUNT_ID', 'a b'],
    ['PUSH_SCRIPT_URL', 'javascript:alert(1)'],
    ['WEBSUB_HUB_URL', 'hub'],
    ['FEED_ID_HOST', 'a b'],
    ['CONSENT_MODE', 'off'],
    ['AUDIENCE_AMP_PIXEL_URL', 'http://pixel.example/p'],
    ['AMP_CACHES', 'https://cdn.ampproject.org'],
  ])('%s=%s is reported with its variable and its value', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} `))
    expect(problems[0]).toContain(value)
  })

  test('are all reported at once, also those between settings (RUN-2)', () => {
    const problems = problemsOf({
      PORT: 'abc',
      SERVICE: 'krypto',
      CONTENT: 'hub',
      CDN_URL: 'cdn',
      HOME_ID_PLUS: 'x',
      CMS_USER: 'portal',
    })
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([
      'CDN_URL',
      'CMS_URL',
      'CMS_USER',
      'HOME_ID_PLUS',
      'PORT',
      'SERVICE',
    ])
    expect(problems.find((problem) => problem.startsWith('CMS_USER'))).toContain('CMS_KEY')
  })

  test('are all in the message, each on a line of its own', () => {
    expect(messageOf({ PORT: 'abc', SERVICE: 'krypto' }).split('\n')).toHaveLength(3)
  })

  test.each(['hub', 'wordpress'])('%s needs the URL of a CMS', (content) => {
    expect(problemsOf({ CONTENT: content })).toEqual([expect.stringContaining('CMS_URL')])
    expect(problemsOf({ CONTENT: content, CMS_URL: 'https://cms.example' })).toEqual([])
  })

  test.each([{ CMS_USER: 'portal' }, { CMS_KEY: 'sekret' }])('user or key alone is a problem', (variables) => {
    expect(problemsOf(variables)).toHaveLength(1)
  })

  test.each(['https://user:sekret@cms.example', 'https://:sekret@cms.example', 'https://sekret@cms.example'])(
    'a URL may not contain credentials: %s',
    (url) => {
      expect(problemsOf({ CMS_URL: url })).toHaveLength(1)
    },
  )
})

describe('the CMS of each service', () => {
  const A = 'https://a.example'
  const B = 'https://b.example'
  const pairs = (variables: NodeJS.ProcessEnv) => readEnv({ CONTENT: 'hub', ...variables }).cmsCredentials
  const general = { CMS_USER: 'wszyscy', CMS_KEY: 'ogolny' }
  const ofBizblog = { CMS_USER_BIZBLOG: 'biz', CMS_KEY_BIZBLOG: 'biznesowy' }

  test('SRC-13: the academy uses that of the business blog, unless it has its own', () => {
    expect(readEnv({ CMS_URL: A, CMS_URL_BIZBLOG: B }).cmsUrls).toMatchObject({ akademia: B, bizblog: B, post: A })
    expect(readEnv({ CMS_URL: A, CMS_URL_BIZBLOG: B, CMS_URL_AKADEMIA: A }).cmsUrls.akademia).toBe(A)
    expect(readEnv({ CMS_URL_BIZBLOG: B }).cmsUrls).toEqual({ akademia: B, bizblog: B })
  })

  test('SRC-13: the academy uses the credentials of the business blog, and the other services the general ones', () => {
    const biz = { user: 'biz', key: 'biznesowy', of: 'bizblog' }
    const settings = pairs({ CMS_URL: A, ...general, ...ofBizblog })
    expect(settings).toMatchObject({ akademia: biz, bizblog: biz, post: { user: 'wszyscy', key: 'ogolny' } })
    expect(settings.post?.of).toBeUndefined()
  })

  test('SRC-14: the general credentials are only for the host of CMS_URL', () => {
    expect(pairs({ CMS_URL: A, CMS_URL_POST: B, ...general }).post).toBeUndefined()
    expect(pairs({ CMS_URL: A, CMS_URL_POST: 'http://a.example', ...general }).post).toBeUndefined()
    expect(pairs({ CMS_URL: A, CMS_URL_POST: `${A}:8443`, ...general }).post).toBeUndefined()
    expect(pairs({ CMS_URL: `${A}/cms`, CMS_URL_POST: `${A}/post`, ...general }).post?.user).toBe('wszyscy')
  })

  test("SRC-14: those of the business blog are not for the academy's own host", () => {
    expect(pairs({ CMS_URL_BIZBLOG: B, CMS_URL_AKADEMIA: A, ...ofBizblog })).toEqual({
      bizblog: { user: 'biz', key: 'biznesowy', of: 'bizblog' },
    })
  })

  test('SRC-14: without CMS_URL the general credentials are for the only host that services name; several hosts are reported', () => {
    const oneHost = pairs({ CMS_URL_POST: `${A}/post`, CMS_URL_PLUS: `${A}/plus`, ...general })
    expect(oneHost).toMatchObject({ post: { user: 'wszyscy' }, plus: { user: 'wszyscy' } })
    const several = { CONTENT: 'hub', CMS_URL_POST: A, CMS_URL_PLUS: B, ...general }
    expect(problemsOf(several)).toEqual([expect.stringContaining('CMS_USER_{NAME}')])
  })

  test.each([{ CMS_USER_POST: 'portal' }, { CMS_KEY_POST: 'sekret' }])('SRC-14: half a pair is reported', (half) => {
    expect(problemsOf({ CONTENT: 'hub', CMS_URL: A, ...half })).toEqual([
      'CMS_USER_POST and CMS_KEY_POST go together: only one of them is set',
    ])
  })

  test('SRC-14: a pair without a CMS is reported', () => {
    const lost = { CONTENT: 'hub', CMS_URL_BIZBLOG: A, CMS_USER_POST: 'portal', CMS_KEY_POST: 'sekret' }
    expect(problemsOf(lost)).toEqual([expect.stringMatching(/^CMS_USER_POST has no CMS to go to/)])
  })
})

describe('the shared store', () => {
  test('is native Redis, or Redis behind REST, in clear text on this machine only', () => {
    expect(readEnv({}).store).toBeUndefined()
    expect(readEnv({ REDIS_URL: 'rediss://:haslo@redis.example:6380/1' }).store).toEqual({
      kind: 'redis',
      mode: 'single',
      urls: ['rediss://:haslo@redis.example:6380/1'],
      tls: { isVerified: true },
      sentinel: { name: 'mymaster' },
    })
    // RES-24, RES-25.
    const several = 'rediss://:ha%3Aslo@10.0.0.1:26379, rediss://10.0.0.2:26379'
    const sentinels = {
      REDIS_URL: several,
      REDIS_MODE: 'sentinel',
      REDIS_CA_FILE: 'ca.pem',
      REDIS_SENTINEL_PASSWORD: 'inne-haslo',
    }
    const { store, secrets } = readEnv(sentinels)
    expect(store).toMatchObject({
      mode: 'sentinel',
      urls: several.split(', '),
      tls: { isVerified: true, rootFile: 'ca.pem' },
    })
    expect(secrets).toEqual(expect.arrayContaining(['ha%3Aslo', 'ha:slo', 'inne-haslo']))
    for (const [wrong, problem] of [
      [{ REDIS_URL: several }, 'REDIS_MODE must be cluster or sentinel'],
      [{ REDIS_URL: `${several}/1,http://x`, REDIS_MODE: 'cluster' }, 'is not a redis:// or rediss:// URL'],
      [{ REDIS_URL: 'redis://10.0.0.1/1', REDIS_MODE: 'cluster' }, 'REDIS_URL names a database'],
      [{ REDIS_URL: 'redis://10.0.0.1', REDIS_TLS: 'no-verify' }, 'is for rediss://'],
      [
        { REDIS_URL: 'rediss://10.0.0.1,redis://10.0.0.2', REDIS_MODE: 'cluster' },
        'must be all redis:// or all rediss://',
      ],
      [
        { REDIS_URL: 'redis://:haslo@10.0.0.1,redis://redis.example', REDIS_MODE: 'cluster' },
        'would go to redis.example in clear text',
      ],
      [{ ...sentinels, REDIS_TLS: 'no-verify' }, 'exclude each other'],
    ] as const) {
      expect(problemsOf(wrong)).toContainEqual(expect.stringContaining(problem))
    }
    for (const url of ['https://kv.example', 'http://127.0.0.1:8079', 'http://localhost:8079', 'http://[::1]:8079']) {
      const { store } = readEnv({ KV_REST_API_URL: `${url}/`, KV_REST_API_TOKEN: 'zeton' })
      expect(store).toEqual({ kind: 'rest', url, token: 'zeton' })
    }
    expect(problemsOf({ KV_REST_API_URL: 'http://kv.example', KV_REST_API_TOKEN: 'zeton' })).toEqual([
      expect.stringContaining('must start with https'),
    ])
  })

  test.each([
    { KV_REST_API_URL: 'https://kv.example' },
    { KV_REST_API_TOKEN: 'zeton' },
    { REDIS_URL: 'redis://r.example', KV_REST_API_URL: 'https://kv.example', KV_REST_API_TOKEN: 'zeton' },
    { REDIS_URL: 'https://r.example' },
    { REDIS_URL: 'redis://r.example?password=haslo' },
    { PURGE_FORWARD_URL: 'http://10.0.0.5' },
    { PURGE_FORWARD_URL: 'http://10.0.0.5,zle', PURGE_FORWARD_TOKEN: 'dlugi-zeton' },
    { WEB_CONCURRENCY: '0' },
    { WEB_CONCURRENCY: '65' },
    { WEB_CONCURRENCY: 'auto' },
  ])('cannot be %j', (variables) => {
    expect(problemsOf(variables)).toHaveLength(1)
  })

  test('CACHE-15: caches in front keep pages for a day where all changes are purged there, and as the operator says', () => {
    const agesOf = (variables: NodeJS.ProcessEnv) => {
      const { browsers, pages, amp } = readEnv(variables).lifetimes
      return [browsers, pages, amp]
    }
    const forwarding = { PURGE_FORWARD_URL: 'http://10.0.0.5', PURGE_FORWARD_TOKEN: 'dlugi-zeton' }
    const hub = { CONTENT: 'hub', CMS_URL: 'https://hub.example' }
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const amp = { AMP_CACHE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
    expect(agesOf({})).toEqual([60, 0, 0])
    expect(agesOf(forwarding)).toEqual([60, 86_400, 86_400])
    expect(agesOf(amp)).toEqual([60, 0, 86_400])
    expect(agesOf({ ...forwarding, ...hub })).toEqual([60, 0, 0])
    expect(agesOf({ ...forwarding, ...hub, PURGE_TOKEN: 'inny-zeton' })).toEqual([60, 86_400, 86_400])
    expect(agesOf({ ...forwarding, EDGE_MAX_AGE: '0', PAGE_MAX_AGE: '10' })).toEqual([10, 0, 0])
    expect(agesOf({ ...hub, EDGE_MAX_AGE: '600' })).toEqual([60, 600, 600])
    for (const wrong of ['-1', '1.5', 'dzien', '31536001']) expect(problemsOf({ EDGE_MAX_AGE: wrong })).toHaveLength(1)
    expect(problemsOf({ PAGE_MAX_AGE: '86401' })).toHaveLength(1)
  })

  test('caches in front are a list', () => {
    const variables = { PURGE_FORWARD_URL: 'http://10.0.0.5, http://10.0.0.6/', PURGE_FORWARD_TOKEN: 'dlugi-zeton' }
    expect(readEnv(variables).proxies).toEqual({ urls: ['http://10.0.0.5', 'http://10.0.0.6'], token: 'dlugi-zeton' })
  })
})

describe('secrets', () => {
  test.each<[string, NodeJS.ProcessEnv]>([
    ['a key without a user', { CMS_KEY: 'sekret' }],
    ['a key of one service', { CMS_KEY_POST: 'sekret' }],
    ['a key beside other problems', { CMS_USER: 'portal', CMS_KEY: 'sekret', PORT: 'x' }],
    ['credentials in an address', { CMS_URL: 'https://user:sekret@cms.example' }],
    ['credentials in what is no address', { CMS_URL: 'htp://user:sekret@cms.example', CDN_URL: 'u:sekret@cdn' }],
    [
      'credentials with other signs',
      { CMS_URL: 'https://user:sekret@/sekret@cms.example', CDN_URL: 'ftp://u:sekret/x@y' },
    ],
    ['a password of Redis', { REDIS_URL: 'redis://:sekret@redis.example?x=1' }],
    ['a password of Redis in the query', { REDIS_URL: 'redis://redis.example?password=sekret' }],
    ['a token of the store', { KV_REST_API_TOKEN: 'sekret' }],
    ['a key for AMP caches', { AMP_CACHE_PRIVATE_KEY: 'no PEM, but sekret' }],
    ["credentials in the URL of a consent platform's dialogue", { CMP_AMP_URL: 'https://u:sekret@cmp.example' }],
    ['credentials in the address of a service', { SERVICE_URL_POST: 'https://u:sekret@example.com/x' }],
  ])('%s never appear in a message', (_, variables) => {
    const message = messageOf(variables)
    expect(message).toContain('configuration is not usable')
    expect(message).not.toContain('sekret')
  })
})

describe('AMP (AMP-13, CONS-12)', () => {
  const pem = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

  test('a key is read with line breaks of either form; its caches have a default', () => {
    const key = pem(2048)
    for (const AMP_CACHE_PRIVATE_KEY of [key, key.replaceAll('\n', '\\n')]) {
      const { ampCaches, secrets } = readEnv({ AMP_CACHE_PRIVATE_KEY })
      expect(ampCaches?.privateKey.export({ type: 'pkcs8', format: 'pem' })).toBe(key)
      expect(ampCaches?.hosts).toEqual(['cdn.ampproject.org'])
      expect(secrets).toContain(AMP_CACHE_PRIVATE_KEY)
    }
    expect(readEnv({ AMP_CACHE_PRIVATE_KEY: key, AMP_CACHES: 'a.example, b.example' }).ampCaches?.hosts).toEqual([
      'a.example',
      'b.example',
    ])
    expect(readEnv({}).ampCaches).toBeUndefined()
  })

  test('a short key, one of another kind and a public one are refused', () => {
    const other = generateKeyPairSync('ed25519')
    const refused = [
      pem(1024),
      other.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      other.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'x',
    ]
    for (const AMP_CACHE_PRIVATE_KEY of refused) {
      expect(problemsOf({ AMP_CACHE_PRIVATE_KEY })).toEqual([
        expect.stringMatching(/^AMP_CACHE_PRIVATE_KEY is not a private RSA key in PEM of at least 2048 bits/),
      ])
    }
  })

  test("a consent platform's dialogue is for CONSENT_MODE=cmp; URLs are kept as they are written", () => {
    const CMP_AMP_URL = 'https://cmp.example/amp/?id=1&x=/'
    expect(problemsOf({ CMP_AMP_URL, CONSENT_MODE: 'own' })).toEqual([expect.stringMatching(/needs CONSENT_MODE=cmp/)])
    expect(readEnv({ CMP_AMP_URL, CONSENT_MODE: 'cmp' }).ampProviders).toEqual({ consentPlatform: CMP_AMP_URL })
    expect(readEnv({ CONSENT_MODE: 'own' })).toMatchObject({ integrations: { consent: 'own' }, ampProviders: {} })
  })
})

test('any settings are either read, or every problem is reported', () => {
  const name = fc.constantFrom(
    'PORT',
    'HOST',
    'SERVICE',
    'CONTENT',
    'CMS_URL',
    'CMS_USER',
    'CMS_KEY',
    'CDN_URL',
    'CDN_TEMPLATE',
  )
  const value = fc.oneof(fc.string(), fc.webUrl(), fc.nat().map(String), fc.constantFrom('hub', 'plus', 'off'))
  fc.assert(
    fc.property(fc.dictionary(name, value), (variables) => {
      const problems = problemsOf(variables)
      if (problems.length === 0) expect(readEnv(variables).port).toBeGreaterThanOrEqual(0)
      for (const problem of problems) expect(problem).toMatch(/^[A-Z_]+ /)
    }),
  )
})
