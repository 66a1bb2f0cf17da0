import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { type DefaultTheme, defineConfig } from 'vitepress'
import { DOCS, pagesByFile, titleOf } from '../../development/documents/pages.ts'
import { slugOf } from '../../development/documents/slug.ts'
import { siteLinks } from './links.ts'

const { DOCS_BASE = '/', DOCS_REPOSITORY, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = env
const ofWorkflow =
  GITHUB_SERVER_URL && GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/main` : undefined

const pages = pagesByFile()

/** Links of the sidebar to documents of the project that exist. */
function items(...files: string[]): DefaultTheme.SidebarItem[] {
  return files.flatMap((file) => {
    const link = pages.get(file)
    return link === undefined ? [] : [{ text: titleOf(file), link: link.replace(/\.md$/, '') }]
  })
}

/** Every document of a folder of `docs/`, in the order of their names or in the named order. */
function folder(name: string, first: readonly string[] = []): DefaultTheme.SidebarItem[] {
  const files = readdirSync(join(DOCS, name)).filter((file) => file.endsWith('.md') && !file.startsWith('['))
  const order = [
    ...first.filter((file) => files.includes(file)),
    ...files.sort().filter((file) => !first.includes(file)),
  ]
  return items(...order.map((file) => `docs/${name}/${file}`))
}

/** Long lists have a sidebar of their own: a group that folds would hold one control in another. */
const BACK: DefaultTheme.SidebarItem = { text: 'All documents', link: '/tutorials/first-portal' }

const MAIN: DefaultTheme.SidebarItem[] = [
  {
    text: 'Tutorials',
    items: folder('tutorials', [
      'first-portal.md',
      'wordpress.md',
      'theme.md',
      'extension.md',
      'newsroom-in-git.md',
      'going-live.md',
    ]),
  },
  {
    text: 'How-to',
    items: [
      ...folder('how-to'),
      ...items(
        'docs/wordpress.md',
        'deploy/wordpress/README.md',
        'docs/moving-in.md',
        'newsroom/README.md',
        'docs/desk.md',
        'docs/operating.md',
        'docs/upgrading.md',
        'docs/handbook.md',
        'deploy/README.md',
        'CONTRIBUTING.md',
      ),
    ],
  },
  {
    text: 'Reference',
    items: [
      ...folder('reference', ['settings.md', 'commands.md', 'site-folder.md', 'newsroom.md', 'blocks.md']),
      ...items('docs/endpoints.md', 'docs/vocabulary.md', 'CHANGELOG.md'),
      ...items('docs/requirements/README.md'),
    ],
  },
  {
    text: 'Explanation',
    items: [
      ...items('docs/architecture.md', 'docs/stability.md', 'docs/peers.md', 'bench/RESULTS.md', 'bench/README.md'),
      ...items('docs/decisions/README.md', 'SECURITY.md'),
      ...folder('security'),
    ],
  },
]

export default defineConfig({
  title: 'Szpalta',
  titleTemplate: ':title · Szpalta',
  description:
    'Documents of Szpalta, a news portal that renders on the server: pages, AMP and feeds from WordPress, from a hub, or from a newsroom of files.',
  lang: 'en',
  base: DOCS_BASE,
  lastUpdated: false,
  srcExclude: ['node_modules/**'],
  markdown: {
    // Names of files are no hosts.
    linkify: false,
    languageAlias: { svg: 'xml' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slugOf },
    config: (markdown) => siteLinks(markdown, DOCS_REPOSITORY ?? ofWorkflow),
  },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorials', link: '/tutorials/first-portal' },
      { text: 'Settings', link: '/reference/settings' },
      { text: 'Handbook', link: '/handbook' },
    ],
    sidebar: {
      '/decisions/': [BACK, { text: 'Decisions', items: folder('decisions', ['README.md']) }],
      '/requirements/': [BACK, { text: 'Requirements', items: folder('requirements', ['README.md']) }],
      '/': MAIN,
    },
  },
})
