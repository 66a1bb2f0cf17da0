import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { renderAmpDocument } from '../../amp/document.ts'
import type { AmpStyles } from '../../amp/extensions.ts'
import type { AmpIntegrations } from '../../amp/integrations.ts'
import type { NextPages } from '../../amp/next-page.ts'
import type { Article } from '../../src/content/article.ts'
import type { Block } from '../../src/content/block.ts'
import { decodeArticle } from '../../src/content/decode.ts'
import type { LiveHistory } from '../../src/content/live-history.ts'
import { isMissing } from '../../src/content/repository.ts'
import { articleHead } from '../../src/seo/article-head.ts'
import { articleGraph } from '../../src/seo/structured-data/graph.ts'
import type { Service } from '../../src/services/service.ts'
import type { Problem } from '../../src/system/report.ts'
import { atOnce } from '../../src/system/steps.ts'
import { bodyBytes } from '../../views/article/article-body.tsx'
import { linkRules, services } from '../content/world.ts'
import { ampProblems, unvalidatedProblems } from './amp-validator.ts'
import { SHARED_BLOCKS, wireArticle } from './fixtures/every-block.ts'
import { ROOT } from './root.ts'

const { akademia } = services
/** One window for all documents: a window each would fill the memory. */
const parser = new new JSDOM().window.DOMParser()
const parse = (html: string): Document => parser.parseFromString(html, 'text/html')
const styles = JSON.parse(readFileSync(join(ROOT, 'dist/amp-styles.json'), 'utf8')) as AmpStyles

/** An article as the server decodes it, from its wire shape. */
export function decoded(wire: object): Article {
  const world = { rules: linkRules(), report: () => {}, call: 'test', reusable: SHARED_BLOCKS }
  const article = atOnce(decodeArticle(wire, world))
  if (isMissing(article)) throw new Error('there is no such article')
  return article
}

/** An article of some blocks in wire shape. */
export function articleOf(...blocks: unknown[]): Article {
  return decoded(wireArticle(blocks))
}

/** An article with exactly these blocks as its body. */
export function articleWith(body: Block[]): Article {
  return { ...articleOf(), body }
}

export interface Rendered {
  html: string
  document: Document
  /** Problems reported during rendering. */
  problems: Problem[]
}

/** The article as an AMP document. */
export function renderAmp(
  article: Article,
  service: Service = akademia,
  integrations: AmpIntegrations = { consent: 'preset' },
  history?: LiveHistory,
  next: NextPages = { cards: [] },
): Rendered {
  const problems: Problem[] = []
  const head = articleHead(article, service)
  const html = renderAmpDocument({
    article,
    service,
    head,
    jsonLd: articleGraph(article, service),
    next,
    ...(history && { history }),
    styles,
    integrations,
    report: (problem) => problems.push(problem),
  }).toString()
  return { html, document: parse(html), problems }
}

/** The body of the article on its canonical page. */
export function renderPage(article: Article, service: Service = akademia): Rendered {
  const problems: Problem[] = []
  const body = bodyBytes(article.body, article.path, { service, report: (problem) => problems.push(problem) }, '')
  const html = `<!doctype html><div class="article-body">${body}</div>`
  return { html, document: parse(html), problems }
}

/** All problems of an AMP document. */
export async function problemsOf({ html, document }: Rendered): Promise<string[]> {
  return [...(await ampProblems(html)), ...unvalidatedProblems(document)]
}
