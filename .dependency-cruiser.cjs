const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/**
 * Which room may import which: the stages of the pipe, as import rules (PLAT-5). A room may always import
 * from itself, from `memoize` and from `system`.
 */
const ROOMS = {
  content: ['services', 'languages'],
  extensions: ['content', 'integrations', 'languages'],
  languages: [],
  services: ['content', 'languages'],
  site: ['content', 'languages', 'mail', 'media', 'network', 'services'],
  memoize: ['content/steps.ts'],
  system: ['content/record.ts', 'content/steps.ts'],
  network: [],
  config: [
    'cms',
    'content',
    'integrations',
    'mail',
    'newsletter',
    'observability',
    'postgresql',
    'purge',
    'services',
    'site',
    'store',
    'transport',
  ],
  'most-read': ['content', 'services', 'store'],
  integrations: ['languages', 'services'],
  cms: ['languages', 'content', 'network', 'observability', 'purge', 'search', 'services'],
  search: ['languages', 'content'],
  seo: ['languages', 'content', 'services'],
  syndication: ['languages', 'content', 'seo', 'services'],
  media: ['content', 'network', 'services'],
  newsletter: ['content', 'mail', 'network', 'postgresql', 'services'],
  postgresql: [],
  mail: ['content'],
  newsroom: ['cms', 'languages', 'content', 'media', 'network', 'services', 'syndication'],
  purge: ['content', 'services', 'store'],
  preview: ['content', 'services'],
  store: ['content'],
  observability: ['cms', 'content', 'newsletter'],
  transport: ['languages', 'content', 'network'],
  'static-files': ['page-cache', 'transport'],
  releases: ['network', 'static-files', 'store', 'transport'],
  'page-cache': ['languages', 'content', 'observability', 'seo', 'services', 'static-files', 'transport'],
  client: ['content', 'integrations', 'languages'],
}

const roomRules = Object.entries(ROOMS).map(([room, known]) =>
  rule(
    `${room}-knows-its-neighbours`,
    `src/${room} may import from: ${[...known, 'memoize', 'system'].join(', ')}.`,
    { path: `^src/${room}/` },
    {
      path: '^src/',
      pathNot: [room, ...known, 'memoize', 'system'].map((name) =>
        name.endsWith('.ts') ? `^src/${name.replace('.', '\\.')}$` : `^src/${name}/`,
      ),
    },
  ),
)

module.exports = {
  forbidden: [
    ...roomRules,
    rule('no-cycles', 'No circular imports.', {}, { circular: true }),
    rule(
      'content-does-no-io',
      'No network, no disk, no React, no Express in the domain.',
      { path: '^src/content/' },
      {
        path: '^(node:)?(fs|http|https|net|child_process)|node_modules/(@types/)?(react|react-dom|express|axios|node-cache)/',
        // A block of the site's own says what it returns.
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'only-cms-talks-to-sources',
      'axios and node-cache belong to src/cms.',
      { path: '^(src|views|amp|mail)/', pathNot: '^src/cms/' },
      { path: 'node_modules/(axios|node-cache)/' },
    ),
    rule(
      'only-the-store-talks-to-redis',
      'What instances share goes through the port in src/store.',
      { path: '^(src|views|amp|mail)/', pathNot: '^src/store/' },
      { path: 'node_modules/(ioredis|@upstash)/' },
    ),
    rule(
      'only-two-rooms-talk-to-postgresql',
      'Connections are those of src/postgresql; subscribers go through the port in src/newsletter/store.',
      { path: '^(src|views|amp)/', pathNot: '^src/(postgresql|newsletter/store/postgres)/' },
      { path: 'node_modules/(pg|pg-.*)/' },
    ),
    rule(
      'only-http-knows-express',
      'Express stands in src/http.',
      { path: '^(src|views|amp|mail)/', pathNot: '^src/http/' },
      { path: 'node_modules/(express|compression)/' },
    ),
    rule(
      'renderers-are-pure',
      'views, amp and mail know domain types, the head model, services and languages.',
      { path: '^(views|amp|mail)/' },
      {
        path: '^src/',
        pathNot: '^src/(content|languages|seo|services|integrations|memoize)/|^src/client/integrations/settings\\.ts$',
      },
    ),
    rule(
      'only-http-renders',
      'Handlers render; the browser has islands and what it shares with documents.',
      { path: '^src/', pathNot: '^src/(http|client|runtime)/' },
      { path: '^(views|amp|mail)/' },
    ),
    rule(
      'mail-is-a-renderer-of-its-own',
      'Mails have their own markup; neither pages nor AMP documents know them.',
      { path: '^(views|amp)/' },
      { path: '^mail/' },
    ),
    rule(
      'mail-without-pages',
      'What mails need of an article is a card.',
      { path: '^mail/' },
      { path: '^(views|amp)/|^src/(?!content/|languages/|seo/|services/)' },
    ),
    rule('views-without-amp', 'Deleting AMP is deleting one folder.', { path: '^views/' }, { path: '^amp/' }),
    rule('amp-without-views', 'Deleting AMP is deleting one folder.', { path: '^amp/' }, { path: '^views/' }),
    rule(
      'browser-code-stays-in-the-browser',
      'What the browser runs imports nothing of the server.',
      { path: '^(src/client|views/islands)/' },
      { path: '^node:|^src/(config/env|cms|http|page-cache|transport)|^src/content/html/', pathNot: 'node_modules' },
    ),
    rule(
      'nothing-imports-development',
      'What is served knows nothing of development.',
      { pathNot: '^(development|test)/' },
      { path: '^development/' },
    ),
    rule('nothing-imports-tests', 'Tests import, they are not imported.', { pathNot: '^test/' }, { path: '^test/' }),
    rule(
      'only-env-reads-the-environment',
      'process.env is read in src/config/env.ts, by way of one function.',
      {
        path: '^(src|views|amp|mail)/',
        pathNot: '^src/(config|runtime|commands)/|^src/server\\.ts$',
      },
      { path: '^src/config/env\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
}
