/** The stages of the pipe, as import rules (architecture, "Folders"). */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule('no-cycles', 'No circular imports.', {}, { circular: true }),
    rule(
      'content-stands-alone',
      'Content is types and pure rules: it knows services and copy, nothing else of the project.',
      { path: '^src/content/' },
      { path: '^(src|views|amp)/', pathNot: '^src/(content|services)/|^src/copy\\.ts$' },
    ),
    rule(
      'content-does-no-io',
      'No network, no disk, no React, no Express in the domain.',
      { path: '^src/content/' },
      { path: '^(node:)?(fs|http|https|net|child_process)|node_modules/(react|react-dom|express|axios|node-cache)/' },
    ),
    rule(
      'only-cms-talks-to-sources',
      'axios and node-cache belong to src/cms.',
      { path: '^(src|views|amp)/', pathNot: '^src/cms/' },
      { path: 'node_modules/(axios|node-cache)/' },
    ),
    rule(
      'only-the-store-talks-to-redis',
      'What instances share goes through the port in src/store.',
      { path: '^(src|views|amp)/', pathNot: '^src/store/' },
      { path: 'node_modules/(ioredis|@upstash)/' },
    ),
    rule(
      'only-http-knows-express',
      'Express stands in src/http and src/app.ts.',
      { path: '^(src|views|amp)/', pathNot: '^src/http/|^src/app\\.ts$' },
      { path: 'node_modules/(express|compression)/' },
    ),
    rule(
      'renderers-are-pure',
      'views and amp know domain types, the head model, services and copy.',
      { path: '^(views|amp)/' },
      { path: '^src/', pathNot: '^src/(content|seo|services|integrations)/|^src/copy\\.ts$' },
    ),
    rule(
      'syndication-is-pure',
      'Feeds and sitemaps know domain types, the head model, services and copy; what sends them stands in src/http.',
      { path: '^src/(feeds|sitemaps|seo)/' },
      { path: '^(src|views|amp)/', pathNot: '^src/(content|seo|services|feeds|sitemaps)/|^src/copy\\.ts$' },
    ),
    rule('views-without-amp', 'Deleting AMP is deleting one folder.', { path: '^views/' }, { path: '^amp/' }),
    rule('amp-without-views', 'Deleting AMP is deleting one folder.', { path: '^amp/' }, { path: '^views/' }),
    rule(
      'browser-code-stays-in-the-browser',
      'What the browser runs imports nothing of the server.',
      { path: '^views/(boot|islands|integrations)/' },
      { path: '^node:|^src/(env|cms|http)|^src/content/html/', pathNot: 'node_modules' },
    ),
    rule('nothing-imports-tests', 'Tests import, they are not imported.', { pathNot: '^test/' }, { path: '^test/' }),
    rule(
      'only-env-reads-the-environment',
      'process.env is read in src/env.ts, by way of one function.',
      {
        path: '^(src|views|amp)/',
        pathNot:
          '^src/(env|server|start|application|fingerprint|health|doctor|export-subscribers|remove-subscribers|import-newsroom|export-newsroom)\\.ts$',
      },
      { path: '^src/env\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
}
