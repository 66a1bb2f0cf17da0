const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/**
 * Which room may import which: the stages of the pipe, as import rules (PLAT-5). A room may always import
 * from itself and from `system`.
 */
const ROOMS = {
  system: [],
  languages: [],
  services: ['languages'],
  content: ['services', 'languages'],
  observability: ['content'],
  integrations: ['languages', 'services'],
  seo: ['content', 'languages', 'services'],
  mail: ['content'],
  media: ['content', 'services'],
  search: ['content', 'languages'],
  syndication: ['content', 'languages', 'seo', 'services'],
  purge: ['content', 'services'],
  edge: ['content', 'languages', 'observability', 'seo', 'services'],
  sources: ['content', 'languages', 'observability', 'purge', 'search', 'services'],
  site: ['content', 'integrations', 'languages', 'mail', 'media', 'services'],
  http: [
    'content',
    'edge',
    'integrations',
    'languages',
    'media',
    'observability',
    'purge',
    'seo',
    'services',
    'sources',
    'syndication',
  ],
  client: ['content', 'integrations', 'languages'],
}

const roomRules = Object.entries(ROOMS).map(([room, known]) =>
  rule(
    `${room}-knows-its-neighbours`,
    `src/${room} may import from: ${[...known, 'system'].join(', ')}.`,
    { path: `^src/${room}/` },
    { path: '^src/', pathNot: [room, ...known, 'system'].map((name) => `^src/${name}/`) },
  ),
)

/** What any feature may import; `portal` alone imports features, and lists them. */
const BELOW_FEATURES = Object.keys(ROOMS).filter((room) => room !== 'client')

module.exports = {
  forbidden: [
    ...roomRules,
    rule(
      'features-do-not-know-each-other',
      'A feature is a folder: what two need is handed to them by the portal.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/', pathNot: ['^src/features/$1/', ...BELOW_FEATURES.map((room) => `^src/${room}/`)] },
    ),
    rule(
      'only-the-portal-knows-features',
      'Deleting a feature is deleting its folders, and its lines in the portal and in tools.',
      { path: '^(src|views|amp|mail)/', pathNot: '^src/(features|portal)/' },
      { path: '^src/features/' },
    ),
    rule(
      'only-the-process-knows-the-portal',
      'The portal wires what lies below it.',
      { path: '^(src|views|amp|mail)/', pathNot: '^src/(portal/|server\\.ts$)' },
      { path: '^src/portal/' },
    ),
    rule(
      'nothing-imports-tools',
      'Tools are programs over the rest; development has what `npx szpalta dev` has, and more.',
      { pathNot: '^(tools|test|development)/' },
      { path: '^tools/' },
    ),
    rule('no-cycles', 'No circular imports.', {}, { circular: true }),
    rule(
      'content-does-no-io',
      'No network, no disk, no React, no Express in the domain.',
      { path: '^src/content/' },
      {
        path: '^(node:)?(fs|http|https|net|child_process)|^src/system/(network|postgresql|store)/|node_modules/(@types/)?(react|react-dom|express|axios|node-cache)/',
        // A block of the site's own says what it returns.
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'only-sources-call-a-cms',
      'axios and node-cache belong to src/sources.',
      { path: '^(src|views|amp|mail|tools)/', pathNot: '^src/sources/' },
      { path: 'node_modules/(axios|node-cache)/' },
    ),
    rule(
      'only-the-store-calls-redis',
      'What instances share goes through the port in src/system/store.',
      { path: '^(src|views|amp|mail|tools)/', pathNot: '^src/system/store/' },
      { path: 'node_modules/(ioredis|@upstash)/' },
    ),
    rule(
      'only-two-folders-call-postgresql',
      'Connections are those of src/system/postgresql; subscribers go through the port in src/features/newsletter/store.',
      { path: '^(src|views|amp|mail|tools)/', pathNot: '^src/(system/postgresql|features/newsletter/store/postgres)/' },
      { path: 'node_modules/(pg|pg-.*)/' },
    ),
    rule(
      'only-http-knows-express',
      'Express belongs to src/http, to the routes of features, and to the application.',
      { path: '^(src|views|amp|mail|tools)/', pathNot: '^src/(http|features|portal)/' },
      { path: 'node_modules/(express|compression)/' },
    ),
    rule(
      'renderers-are-pure',
      'views, amp and mail know domain types, the head model, services and languages.',
      { path: '^(views|amp|mail)/' },
      {
        path: '^src/',
        pathNot: '^src/(content|languages|seo|services|integrations)/|^src/system/(?!(?:network|postgresql|store)/)',
      },
    ),
    rule(
      'only-http-renders',
      'Handlers render; the browser has islands and what it shares with documents.',
      { path: '^src/', pathNot: '^src/(http|client|features|portal)/' },
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
      { path: '^(views|amp)/|^src/(?!content/|languages/|seo/|services/|system/[a-z-]+\\.ts$)' },
    ),
    rule('views-without-amp', 'Deleting AMP is deleting one folder.', { path: '^views/' }, { path: '^amp/' }),
    rule('amp-without-views', 'Deleting AMP is deleting one folder.', { path: '^amp/' }, { path: '^views/' }),
    rule(
      'browser-code-stays-in-the-browser',
      'What the browser runs imports nothing of the server.',
      { path: '^(src/client|views/islands)/' },
      { path: '^node:|^src/(edge|features|http|portal|sources)/|^src/content/html/', pathNot: 'node_modules' },
    ),
    rule(
      'nothing-imports-development',
      'What is served knows nothing of development.',
      { pathNot: '^(development|test)/' },
      { path: '^development/' },
    ),
    rule('nothing-imports-tests', 'Tests import, they are not imported.', { pathNot: '^test/' }, { path: '^test/' }),
    rule(
      'only-the-portal-reads-the-environment',
      'process.env is read in src/system/settings/environment.ts; schemas get its variables from the portal.',
      { path: '^(src|views|amp|mail)/', pathNot: '^src/portal/' },
      { path: '^src/system/settings/environment\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
}
