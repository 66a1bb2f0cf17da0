import type { BreadcrumbList, FAQPage, HowTo, Thing } from 'schema-dts'
import { type Archive, cardsIn } from '../../content/archive.ts'
import type { Article } from '../../content/article.ts'
import { type Block, innerBlocks, type Outline } from '../../content/block.ts'
import type { DiscussionPage } from '../../content/comment.ts'
import type { Page } from '../../content/home-block.ts'
import { liveIn } from '../../content/live.ts'
import type { Service } from '../../services/service.ts'
import { memoizeByIdentity } from '../../system/memoize.ts'
import { isRecord } from '../../system/record.ts'
import { articleHead } from '../article-head.ts'
import type { HeadModel } from '../head.ts'
import { newsArticle, webPage } from './article.ts'
import { collectionPage, creativeWorkSeries, profilePage } from './lists.ts'
import { liveBlogPosting } from './live.ts'
import { articleId, podcastEpisode, sounds, videos } from './recordings.ts'
import { breadcrumbs, organization, website } from './site.ts'

export interface Graph {
  '@context': 'https://schema.org'
  '@graph': Thing[]
}

/** JSON-LD of the CMS replaces it: two would contradict each other (HEAD-25). */
export function articleGraph(article: Article, service: Service, comments?: DiscussionPage | 'none'): object {
  const shown = comments === 'none' ? undefined : comments
  return graphs(article, [service, shown], () => graphOfArticle(article, service, shown))
}

/** Revisions are new objects. */
const graphs = memoizeByIdentity<Article, object>()

function graphOfArticle(article: Article, service: Service, comments: DiscussionPage | undefined): object {
  const head = articleHead(article, service)
  const way = [...article.trail, { name: article.title, href: article.path }]
  const crumbs = breadcrumbs(way, head.canonical, service)
  if (article.schema) return withBreadcrumbs(article.schema, crumbs)
  return graphOf(
    ...(article.isPage ? siteNodes(service) : []),
    describe(article, head, service, comments),
    crumbs,
    ...videos(article, head, service),
    ...sounds(article, head, service),
    ...podcastEpisode(article, head, service),
    ...outlines(article, head),
  )
}

function describe(article: Article, head: HeadModel, service: Service, comments: DiscussionPage | undefined): Thing {
  if (article.isPage) return webPage(article, head, service, comments)
  const live = liveIn(article.body)
  return live
    ? liveBlogPosting(article, live, { head, service, comments })
    : newsArticle(article, head, service, comments)
}

/** Adds breadcrumbs to JSON-LD of the CMS (HEAD-25). */
function withBreadcrumbs(schema: object, crumbs: BreadcrumbList): object {
  if (hasType(schema, 'BreadcrumbList')) return schema
  const own: Graph = { '@context': 'https://schema.org', '@graph': [crumbs] }
  return [schema, own].flat()
}

/** JSON-LD is bounded (COST-5). */
function hasType(schema: object, name: string): boolean {
  const stack: unknown[] = [schema]
  while (stack.length > 0) {
    const value = stack.pop()
    if (Array.isArray(value)) for (const item of value) stack.push(item)
    if (!isRecord(value)) continue
    const types = [value['@type']].flat()
    if (types.some((type) => typeof type === 'string' && type.split(/[/:#]/).at(-1) === name)) return true
    for (const inner of Object.values(value)) stack.push(inner)
  }
  return false
}

export function homeGraph(home: Page, head: HeadModel, service: Service): Graph {
  const cards = home.blocks.flatMap((block) => ('cards' in block ? block.cards : []))
  return graphOf(...siteNodes(service), collectionPage(cards, head, service))
}

export function archiveGraph(archive: Archive, head: HeadModel, service: Service): Graph {
  const cards = cardsIn(archive)
  const page =
    archive.type === 'author' ? profilePage(archive, cards, head, service) : collectionPage(cards, head, service)
  const series = archive.type === 'series' ? [creativeWorkSeries(archive, cards, head, service)] : []
  return graphOf(
    page,
    ...series,
    breadcrumbs([{ name: archive.heading, href: new URL(head.canonical).pathname }], head.canonical, service),
  )
}

/** The home and pages of the site describe both; others name them by ids (HEAD-27). */
function siteNodes(service: Service): Thing[] {
  return [organization(service), website(service)]
}

function graphOf(...nodes: Thing[]): Graph {
  return { '@context': 'https://schema.org', '@graph': nodes }
}

/** Google's "FAQ" and schema.org (HEAD-36). */
function outlines(article: Article, head: HeadModel): Array<FAQPage | HowTo> {
  const all = outlinesIn(article.body)
  const questions = all.flatMap((one) => (one.type === 'questions' ? one.questions : []))
  const guides = all.filter((one) => one.type === 'steps')
  const isPartOf = { '@id': articleId(article, head) }
  return [
    ...(questions.length === 0
      ? []
      : [
          {
            '@type': 'FAQPage' as const,
            '@id': `${head.canonical}#faq`,
            isPartOf,
            mainEntity: questions.map(({ question, answer }) => ({
              '@type': 'Question' as const,
              name: question,
              acceptedAnswer: { '@type': 'Answer' as const, text: answer },
            })),
          },
        ]),
    ...guides.map(({ steps, description, totalTime }, index) => ({
      '@type': 'HowTo' as const,
      '@id': `${head.canonical}#how-to-${index + 1}`,
      name: article.title,
      isPartOf,
      description,
      totalTime,
      step: steps.map(({ name, text }, position) => ({
        '@type': 'HowToStep' as const,
        position: position + 1,
        text,
        name,
      })),
    })),
  ]
}

function outlinesIn(blocks: readonly Block[]): Outline[] {
  return blocks.flatMap((block) => [
    ...(block.type === 'group' && block.outline ? [block.outline] : []),
    ...outlinesIn(innerBlocks(block)),
  ])
}
