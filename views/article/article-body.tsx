import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AdSlot } from '../../src/content/ad-slot.ts'
import type { Article } from '../../src/content/article.ts'
import { type Block, innerBlocks, type LiveUpdateBlock } from '../../src/content/block.ts'
import { adPlaces, afterOpening } from '../../src/content/page-ads.ts'
import type { Service } from '../../src/services/service.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import { Blocks, SkippedBlocks } from '../blocks/blocks.tsx'
import { AdBox } from '../components/ad-box.tsx'
import { type Portal, ServiceProvider } from '../context.ts'
import { type LivePage, liveSection } from './live.tsx'

type BodySurroundings = Pick<Portal, 'service' | 'report'>

/** A rendered body lives as long as its revision in the content cache. */
const bodies = memoizeByIdentity<readonly Block[], Buffer>()

export function liveBody(shown: LivePage, ads: readonly AdSlot[], portal: BodySurroundings): Buffer[] {
  const { article, live, page } = shown
  const rendered = (blocks: readonly Block[], name: string): Buffer =>
    bodyBytes(blocks, article.path, portal, idPrefix(article, name))
  const section = liveSection(shown, updatesBytes(article, live.pages[page - 1] ?? [], portal))
  const isFirst = page === 1
  const places = ads.map((slot) => adBytes(slot, portal))
  const above = isFirst && afterOpening(live.before) !== -1 ? places.splice(0, 1) : []
  return [
    isFirst ? rendered(live.before, 'before') : NOTHING,
    ...above,
    ...section,
    ...places.splice(0, 1),
    ...(isFirst && live.after.length > 0 ? [rendered(live.after, 'after'), ...places.splice(0, 1)] : []),
  ]
}

export function updatesBytes(article: Article, updates: readonly LiveUpdateBlock[], portal: BodySurroundings): Buffer {
  return bodyBytes(updates, article.path, portal, idPrefix(article, `${updates.length}u${updates[0]?.id ?? ''}`))
}

/** One document has several articles. */
function idPrefix({ id }: Article, part: string | number): string {
  return `a${id}p${part}`.replace(/\W/g, '')
}

function adBytes(slot: AdSlot, { service }: BodySurroundings): Buffer {
  return Buffer.from(renderIn(service, <AdBox slot={slot} />))
}

const parts = memoizeByIdentity<readonly Block[], Block[][]>()

/** @param ads within the body (ADS-4) */
export function articleBody(article: Article, ads: readonly AdSlot[], portal: BodySurroundings): Buffer[] {
  const bodies = partsOf(article.body, ads.length).map((part, index) =>
    bodyBytes(part, article.path, portal, idPrefix(article, index)),
  )
  const between = ads.slice(0, bodies.length - 1).map((slot) => adBytes(slot, portal))
  return bodies.flatMap((part, index) => [part, between[index] ?? NOTHING])
}

const NOTHING = Buffer.alloc(0)

function partsOf(blocks: readonly Block[], adCount: number): ReadonlyArray<readonly Block[]> {
  if (adCount === 0) return [blocks]
  return parts(blocks, [adCount], () => {
    const cuts = [0, ...adPlaces(blocks, adCount), blocks.length]
    return cuts.slice(1).map((end, n) => blocks.slice(cuts[n], end))
  })
}

/**
 * Omits and reports a block that throws (BLOCK-4).
 * @param call source of the blocks
 * @param idPrefix of ids by `useId`, which start again in each part
 */
export function bodyBytes(
  blocks: readonly Block[],
  call: string,
  { service, report }: BodySurroundings,
  idPrefix: string,
): Buffer {
  return bodies(blocks, [service.messages, idPrefix], () =>
    Buffer.from(renderSurviving(blocks, call, { service, report }, idPrefix)),
  )
}

function renderIn(service: Service, part: ReactNode, identifierPrefix = ''): string {
  return renderToStaticMarkup(<ServiceProvider service={service}>{part}</ServiceProvider>, { identifierPrefix })
}

function renderSurviving(
  blocks: readonly Block[],
  call: string,
  { service, report }: BodySurroundings,
  idPrefix: string,
): string {
  const skipped = new Set<Block>()
  const render = (some: readonly Block[]): string =>
    renderIn(
      service,
      <SkippedBlocks value={skipped}>
        <Blocks blocks={some} />
      </SkippedBlocks>,
      idPrefix,
    )
  /** Only the innermost faulty block is omitted. */
  const tryOut = (block: Block): void => {
    for (const inner of innerBlocks(block)) tryOut(inner)
    try {
      render([block])
    } catch (error) {
      skipped.add(block)
      report({ call, field: block.type, kind: error instanceof Error ? error.message : String(error) })
    }
  }
  try {
    return render(blocks)
  } catch {
    for (const block of blocks) tryOut(block)
    return render(blocks)
  }
}
